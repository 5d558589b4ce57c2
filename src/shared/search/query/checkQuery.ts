import { dialects } from '../../directory/dialects.ts';
import type { Severity } from '../../finding.ts';
import { msg } from '../../message.ts';
import type { SearchKind } from '../searching.ts';
import { disabledSyntax, passesDeployedCheck } from './features.ts';
import { type Fault, parse } from './parse.ts';
import { type Rewritten, rewrite } from './rewrite.ts';
import { suspicions } from './suspicions.ts';
import { applyEdits, asSent, colonEdit, doiOfQuery } from './text.ts';
import type { Edit, QueryContext, QueryFinding, Remark } from './types.ts';
import { badValues } from './values.ts';

// The maximum number of remarks shown: users read no more.
const maxFindings = 50;
// Of a query in an address: servers accept 4,094 bytes of a request (reference/directory-changes.md 2.1).
const maxQueryLength = 3900;

/** Checks a query as it will be sent; see `checkQuery` in ../searchQuery.ts. */
export function checkQuery(
  text: string,
  context: QueryContext,
): { accepted: boolean; query: string; findings: QueryFinding[] } {
  const isTooLong = text.length > maxQueryLength || encodeURIComponent(asSent(text)).length > maxQueryLength;
  if (isTooLong) return tooLong(text, context);
  const remarks = remarksOn(text, context);
  const better = remarks.some(({ edits }) => edits) ? improved(text, remarks, context) : undefined;
  const order: Severity[] = ['error', 'warning', 'ignored'];
  return {
    accepted: isAccepted(text, context),
    query: asSent(text),
    findings: remarks
      .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || a.start - b.start)
      .slice(0, maxFindings)
      .map((remark) => inWords(remark, text, context, better)),
  };
}

/** A range with a dash or the like; without a field two years are of the field that has them. */
function rangesInOtherForms(text: string, { kind }: QueryContext): Remark[] {
  return [
    ...text.matchAll(
      /\[ {0,9}(\d[\d-]{0,20}|\*) {0,9}(?:[-–—,]|\.{2,3}| to ) {0,9}(\d[\d-]{0,20}|\*) {0,9}\]/g,
    ),
  ].flatMap(({ index, 0: part, 1: from, 2: to }) => {
    if (isQuoted(text, index)) return [];
    const end = index + part.length;
    const hasField = /[^\s(]:$/.test(text.slice(0, index));
    const field = hasField ? '' : kind === 'article' ? 'bibjson.year.exact:' : 'bibjson.oa_start:';
    const better = `${field}[${from} TO ${to}]`;
    const edits = [{ start: index, end, text: better }];
    return [
      {
        code: 'query-range-form',
        severity: 'error' as const,
        start: index,
        end,
        params: { part, better },
        edits,
      },
    ];
  });
}

/** Returns true if the position is between quotation marks. */
function isQuoted(text: string, at: number): boolean {
  return (text.slice(0, at).match(/(?<!\\)"/g) ?? []).length % 2 === 1;
}

/** Journals and applications have no DOI. */
function doiElsewhere(text: string, { kind }: QueryContext): Remark[] {
  if (kind === 'article' || doiOfQuery(text) === null) return [];
  return [{ code: 'query-doi-elsewhere', severity: 'warning', start: 0, end: text.length, among: 'article' }];
}

/** The query corrected for another kind of record; nothing if something would be left to correct there. */
function queryAmong(kind: SearchKind, text: string, context: QueryContext): QueryFinding['among'] {
  const other = { ...context, kind };
  const remarks = remarksOn(text, other);
  const query = remarks.length === 0 ? text : improved(text, remarks, other);
  if (query === undefined || remarksOn(query, other).length > 0) return undefined;
  return { kind, query };
}

function inWords(remark: Remark, text: string, context: QueryContext, better?: string): QueryFinding {
  const { code, severity, start, end, params, edits } = remark;
  const among = remark.among && queryAmong(remark.among, text, context);
  return {
    severity,
    path: '',
    code,
    message: msg(`finding.${code}.message`, params),
    help: msg(`finding.${code}.help`, params),
    start,
    end,
    ...(edits && better !== undefined && { instead: better }),
    ...(among && { among }),
  };
}

/** A query that is too long gets this remark only. */
function tooLong(text: string, { wildcards }: QueryContext): ReturnType<typeof checkQuery> {
  const query = asSent(text);
  const finding: QueryFinding = {
    severity: 'error',
    path: '',
    code: 'query-too-long',
    message: msg('finding.query-too-long.message', { count: maxQueryLength }),
    help: msg('finding.query-too-long.help'),
    start: 0,
    end: text.length,
  };
  return { accepted: passesDeployedCheck(query, wildcards), query, findings: [finding] };
}

/** Returns true if the directory accepts the query as `asSent` writes it; its search engine may still fail to parse it. */
function isAccepted(text: string, context: QueryContext): boolean {
  if (text === '' || !passesDeployedCheck(asSent(text), context.wildcards)) return false;
  return (
    dialects[context.dialect].disabledSyntax === 'caught' ||
    !disabledSyntax(text, context).some(({ severity }) => severity === 'error')
  );
}

function remarksOn(text: string, context: QueryContext): Remark[] {
  if (text.trim() === '') {
    const severity = text === '' ? 'error' : 'warning';
    return [{ code: 'query-empty', severity, start: 0, end: text.length }];
  }
  const disabled = disabledSyntax(text, context);
  const rewritten = rewrite(text, context.kind);
  const found = [
    ...disabled,
    ...notArriving(text, disabled),
    ...unreadable(text, rewritten, context),
    ...suspicions(text, context, rewritten),
    ...doiElsewhere(text, context),
  ];
  const ranges = rangesInOtherForms(text, context);
  if (ranges.length > 0) {
    const isOutside = (one: Remark) => ranges.every(({ start, end }) => one.end <= start || one.start >= end);
    return [...ranges, ...found.filter(isOutside)];
  }
  const byEnd = Map.groupBy(found, ({ end }) => end);
  return found.flatMap((remark) => {
    const beside = byEnd.get(remark.end)!;
    if (beside.some((other) => saysTheSame(remark, other))) return [];
    // A remark that replaces an error is an error.
    return beside.some((other) => saysTheSame(other, remark)) ? [{ ...remark, severity: 'error' }] : [remark];
  });
}

/** Reports each colon only once: with the reason that the rewriting gives, or with what is missing after it; both end there. */
function saysTheSame({ code }: Remark, other: Remark): boolean {
  return (
    (code === 'query-character-stray' && other.code === 'query-blank-before-colon') ||
    (code === 'query-colon-as-field' && other.code === 'query-value-missing')
  );
}

/** Reports text that would not arrive as typed and is sent in an equivalent form (addenda 3.1). */
function notArriving(text: string, disabled: readonly Remark[]): Remark[] {
  const remarks: Remark[] = [];
  const isRegex = disabled.some(({ code, start }) => code === 'query-regex' && start === 0);
  if (text.startsWith('/') && !isRegex) {
    remarks.push({
      code: 'query-leading-slash',
      severity: 'warning',
      start: 0,
      end: 1,
      edits: [{ start: 0, end: 0, text: '\\' }],
    });
  }
  const breaks = [...text.matchAll(/(?<!^)\r?\n/g)];
  if (breaks.length > 0) {
    const edits: Edit[] = breaks.map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
      text: ' ',
    }));
    remarks.push({
      code: 'query-line-break',
      severity: 'warning',
      start: breaks[0]!.index,
      end: breaks[0]!.index + breaks[0]![0].length,
      edits,
    });
  }
  return remarks;
}

/** The first place where the search engine cannot parse the query as the directory rewrites it, and values of the wrong type for their field. */
function unreadable(text: string, rewritten: Rewritten, { kind }: QueryContext): Remark[] {
  const engine = rewrite(asSent(text), kind).text;
  const origin = (at: number) => rewritten.origins[at] ?? text.length;
  const read = parse(engine, 'rewritten');
  if (read.fault) {
    const typed = parse(text, 'typed').fault;
    return [typed ? faultRemark(text, typed) : elsewhere(text)];
  }
  const own = parse(rewritten.text, 'rewritten').group ?? read.group;
  return badValues(own, kind).map(({ code, token, field, value }) => ({
    code,
    severity: 'error',
    start: origin(token.start),
    end: origin(token.end - 1) + 1,
    params: { field, part: value },
  }));
}

/** The directory's rewriting breaks a query that was valid as typed. */
function elsewhere(text: string): Remark {
  return { code: 'query-broken-by-rewriting', severity: 'error', start: 0, end: text.length };
}

function faultRemark(text: string, { code, token }: Fault): Remark {
  const part = text.slice(token.start, token.end);
  const edits = faultEdits(text, code, token);
  return {
    code,
    severity: 'error',
    start: token.start,
    end: token.end,
    params: { part },
    ...(edits && { edits }),
  };
}

function faultEdits(
  text: string,
  code: Fault['code'],
  { start, end, text: part }: Fault['token'],
): Edit[] | undefined {
  switch (code) {
    case 'query-group-open':
      return [{ start: text.length, end: text.length, text: ')' }];
    case 'query-group-stray':
    case 'query-backslash-dangling':
      return [{ start, end, text: '' }];
    case 'query-operator-dangling':
      return [{ start, end: end + /^\s*/.exec(text.slice(end))![0].length, text: '' }];
    case 'query-group-empty':
      return [{ start: start - 1, end, text: '' }];
    case 'query-value-missing':
      return [colonEdit(text, end - 1)];
    case 'query-quote-open':
      return [{ start: text.length, end: text.length, text: '"' }];
    case 'query-character-stray':
      if (/^\s*to\s/i.test(text.slice(end))) return undefined;
      return part.length === 1 ? [{ start, end, text: `\\${part}` }] : undefined;
    default:
      return undefined;
  }
}

/** The query with every possible fix applied, if the directory then accepts and parses it; else nothing. */
function improved(text: string, remarks: readonly Remark[], context: QueryContext): string | undefined {
  let better = text;
  let left = remarks;
  for (let round = 0; round < 12; round += 1) {
    const edits = left.flatMap((remark) => remark.edits ?? []);
    if (edits.length === 0) break;
    better = applyEdits(better, edits).trim();
    left = remarksOn(better, context);
  }
  const works =
    better !== '' &&
    better !== text &&
    isAccepted(better, context) &&
    !left.some(({ severity }) => severity === 'error');
  return works ? better : undefined;
}
