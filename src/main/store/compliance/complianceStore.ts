import { createHash } from 'node:crypto';
import { type Calculation, mismatch, readCalculation } from '../../../shared/compliance/compliance.ts';
import type {
  ComplianceCheck,
  ComplianceHistory,
  ComplianceQuestion,
} from '../../../shared/compliance/complianceCheck.ts';
import type { Message } from '../../../shared/message.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

export interface NewCheck {
  question: ComplianceQuestion;
  source: string;
  at: string;
  changes: readonly Message[];
  answer: unknown;
  pack: unknown;
  config: unknown;
  /** The pack in English; null if English is the language asked for. */
  english: unknown;
}

/** The maximum number of answers stored for one question, not counting those shown by a matrix. */
const maxAnswers = 50;

/** The answers of the checker, each with its date; when a question has too many, the oldest are removed. */
export type ComplianceStore = ReturnType<typeof createComplianceStore>;

export function createComplianceStore(db: Db) {
  const addDocument = db.prepare<[string, string]>(
    'INSERT INTO checker_documents (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const insert = db.prepare(
    `INSERT INTO compliance_checks (issn, funder, ror, lang, source, at, changes, pack, config, english, answer)
     VALUES (@issn, @funder, @ror, @lang, @source, @at, @changes, @pack, @config, @english, @answer)`,
  );
  const columns = `c.id, issn, funder, ror, lang, source, at, changes, answer, p.text pack, f.text config, e.text english
     FROM compliance_checks c JOIN checker_documents p ON p.hash = c.pack JOIN checker_documents f ON f.hash = c.config
     JOIN checker_documents e ON e.hash = c.english`;
  const read = db.prepare<[number], CheckRow>(`SELECT ${columns} WHERE c.id = ?`);
  const readAnswer = db
    .prepare<[number, string], string>('SELECT answer FROM compliance_checks WHERE id = ? AND source = ?')
    .pluck();
  const readAnswers = db
    .prepare<object, string>(
      `SELECT answer FROM compliance_checks
       WHERE source = @source AND issn = @issn AND funder = @funder AND ror = @ror ORDER BY id DESC`,
    )
    .pluck();
  const readNewest = db.prepare<object, { id: number; at: string }>(
    `SELECT id, at FROM compliance_checks
     WHERE source = @source AND issn = @issn AND funder = @funder AND ror = @ror AND lang = @lang
     ORDER BY id DESC LIMIT 1`,
  );
  const prune = db.prepare(
    `DELETE FROM compliance_checks WHERE id IN (
       SELECT id FROM compliance_checks WHERE source = @source AND issn = @issn AND funder = @funder AND ror = @ror
       ORDER BY id DESC LIMIT -1 OFFSET ${maxAnswers})
     AND id NOT IN (SELECT check_id FROM matrix_cells WHERE check_id IS NOT NULL)`,
  );
  const pruneDocuments = db.prepare(
    `DELETE FROM checker_documents WHERE NOT EXISTS (SELECT 1 FROM compliance_checks WHERE pack = hash)
       AND NOT EXISTS (SELECT 1 FROM compliance_checks WHERE config = hash)
       AND NOT EXISTS (SELECT 1 FROM compliance_checks WHERE english = hash)`,
  );
  const readHistory = db.prepare<object, Pick<CheckRow, 'id' | 'at' | 'changes' | 'answer'>>(
    `SELECT id, at, changes, answer FROM compliance_checks
     WHERE source = @source AND issn = @issn AND funder = @funder AND ror = @ror ORDER BY id DESC LIMIT 200`,
  );

  function keep(document: unknown): string {
    const text = JSON.stringify(document ?? null);
    const hash = createHash('sha256').update(text).digest('hex');
    addDocument.run(hash, text);
    return hash;
  }
  /** Throws AppError `not_found` if there is none. */
  function get(id: number): ComplianceCheck {
    const row = read.get(id);
    if (row) return toCheck(row);
    throw fail('compliance.gone');
  }
  return withStorageErrors({
    add: asWrite(db, ({ question, ...check }: NewCheck) => {
      const { lastInsertRowid } = insert.run({
        ...question,
        ...check,
        changes: JSON.stringify(check.changes),
        answer: JSON.stringify(check.answer ?? null),
        pack: keep(check.pack),
        config: keep(check.config),
        english: keep(check.english),
      });
      const { issn, funder, ror } = question;
      if (prune.run({ source: check.source, issn, funder, ror }).changes > 0) pruneDocuments.run();
      return get(Number(lastInsertRowid));
    }),
    get,
    /** The answer with this id; null if it is gone, or another source gave it. */
    answerOf: (id: number, source: string): Calculation | null => {
      const answer = readAnswer.get(id, source);
      return answer === undefined ? null : readCalculation(storedJson(answer));
    },
    /** The newest answer of that source to the question whose verdict counts, in any language. */
    latest: (source: string, { issn, funder, ror }: ComplianceQuestion): Calculation | null => {
      for (const answer of readAnswers.iterate({ source, issn, funder, ror })) {
        const calculation = readCalculation(storedJson(answer));
        if (mismatch(calculation, { issn, funder, ror }) === null) return calculation;
      }
      return null;
    },
    /** The id and time of the newest answer of that source to the question in its language. */
    newest: (source: string, { issn, funder, ror, lang }: ComplianceQuestion) =>
      readNewest.get({ source, issn, funder, ror, lang }) ?? null,
    history: (source: string, { issn, funder, ror }: ComplianceQuestion): ComplianceHistory[] =>
      readHistory.all({ source, issn, funder, ror }).map(({ id, at, changes, answer }) => {
        const calculation = readCalculation(storedJson(answer));
        return {
          id,
          at,
          compliant: calculation?.compliant ?? null,
          mismatch: mismatch(calculation, { issn, funder, ror }),
          changes: storedJson(changes),
        };
      }),
  });
}

interface CheckRow extends ComplianceQuestion {
  id: number;
  source: string;
  at: string;
  changes: string;
  answer: string;
  pack: string;
  config: string;
  english: string;
}

function toCheck(row: CheckRow): ComplianceCheck {
  const { id, issn, funder, ror, lang, source, at } = row;
  const answer = storedJson<ComplianceCheck['answer']>(row.answer);
  const calculation = readCalculation(answer);
  return {
    id,
    question: { issn, funder, ror, lang },
    at,
    source,
    mismatch: mismatch(calculation, { issn, funder, ror }),
    journalTitle: calculation?.journal?.title ?? '',
    funderName: calculation?.funder?.title ?? '',
    institutionName: calculation?.institution?.title ?? '',
    compliant: calculation?.compliant ?? null,
    answer,
    pack: storedJson(row.pack),
    config: storedJson(row.config),
    english: storedJson(row.english),
    changes: storedJson(row.changes),
  };
}
