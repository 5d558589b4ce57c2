// Reads the runners' reports and sums them up. A missing or empty report counts as a failure.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** A step that passes or fails as a whole, such as the type check. */
export function single(title, ok) {
  return {
    title,
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: [],
    failures: ok ? [] : [{ name: title, cause: '' }],
  };
}

/** Vitest's JSON report: each test counts, and a file that could not be loaded counts as one failure. */
export function readVitest(title, file, exitedWell) {
  const report = readJson(file);
  if (!report) return single(`${title} (no report)`, false);
  const result = { title, passed: 0, failed: 0, skipped: [], failures: [] };
  for (const suite of report.testResults) {
    if (suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'))
      fail(result, suite.name, suite.message);
    for (const test of suite.assertionResults) {
      if (test.status === 'passed') result.passed += 1;
      else if (test.status === 'failed')
        fail(result, `${suite.name}: ${test.fullName}`, test.failureMessages?.[0]);
      else
        result.skipped.push({
          name: test.fullName,
          reason: test.meta?.reason ?? 'marked as skipped in its file',
        });
    }
  }
  return closed(result, exitedWell);
}

/** Playwright's JSON report: each test counts by its outcome; none is tried twice. */
export function readPlaywright(title, file, exitedWell) {
  const report = readJson(file);
  if (!report) return single(`${title} (no report)`, false);
  const result = { title, passed: 0, failed: 0, skipped: [], failures: [] };
  for (const error of report.errors ?? []) fail(result, `${title}: ${error.message}`);
  const visit = (suite, names) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const name = [...names, spec.title].join(' > ');
        if (test.status === 'expected') result.passed += 1;
        else if (test.status === 'skipped') result.skipped.push({ name, reason: reasonOf(test) });
        else fail(result, name, test.results?.findLast(({ error }) => error)?.error.message);
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...names, inner.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  return closed(result, exitedWell);
}

/** The report of `scripts/chaos.mjs`: the whole run counts as one test. Its title has the seed. */
export function readChaos(title, file, exitedWell) {
  const report = readJson(file);
  if (!report) return single(`${title} (no report)`, false);
  const result = { title, passed: 0, failed: 0, skipped: [], failures: [] };
  const [problem] = report.problems;
  if (problem) fail(result, `${problem.check}: ${problem.text} To repeat: ${report.command}`);
  else if (report.rounds > 0 && exitedWell) result.passed = 1;
  return closed(result, exitedWell);
}

/**
 * Adds results up to `{passed, failed, skipped, lines}`. The lines count skipped tests by reason, and end with the failures
 * and their causes, since the end of a long output is what everybody sees first.
 */
export function addUp(results) {
  const lines = [''];
  for (const result of results) {
    lines.push(
      `${result.title}: ${result.passed} passed, ${result.failed} failed, ${result.skipped.length} skipped.`,
    );
    const byReason = Map.groupBy(result.skipped, ({ reason }) => reason);
    for (const [reason, { length }] of byReason) lines.push(`  ${length} skipped: ${reason}`);
  }
  for (const { name, cause } of results.flatMap(({ failures }) => failures))
    lines.push(`failed: ${name}`, ...firstLines(cause));
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  return {
    lines,
    passed: sum((result) => result.passed),
    failed: sum((result) => result.failed),
    skipped: sum((result) => result.skipped.length),
  };
}

function fail(result, name, cause = '') {
  result.failed += 1;
  result.failures.push({ name, cause });
}

/** Enough to see the assertion and where it failed; the whole text is in the output of the runner. */
function firstLines(cause) {
  const lines = stripVTControlCharacters(cause).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .map((line) => `  ${line}`);
}

/** A runner that failed without a failed test in its report, or ran nothing, counts as a failure. */
function closed(result, exitedWell) {
  if (!exitedWell && result.failed === 0) fail(result, `${result.title}: the runner ended with an error`);
  if (result.passed + result.failed + result.skipped.length === 0)
    fail(result, `${result.title}: no test ran`);
  return result;
}

function reasonOf(test) {
  const notes = test.annotations ?? [];
  const note = notes.find(({ type, description }) => description && (type === 'skip' || type === 'fixme'));
  return note?.description ?? 'marked as skipped in its file';
}

function readJson(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
