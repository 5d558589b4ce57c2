import type { ImportFound } from '../../shared/draft/importChoices.ts';
import { fewRecords, lossKind } from '../../shared/draft/lossKind.ts';
import type { Message } from '../../shared/message.ts';
import { seemsDecodedTwice } from '../formats/article/repairTexts.ts';
import type { RecordFacts } from '../formats/recordFacts.ts';

/** Kinds, languages and titles that are counted; a hostile file may have any number. */
const maxLosses = 100;
const maxNames = 50;
/** Different remarks that are counted; one that most records have is among the first. */
const maxRemarks = 500;
const maxExamples = 3;

/** Counts the choices that the records of an import offer, and the data they lose. */
export function createFound(): {
  add: (facts: RecordFacts) => void;
  addNotes: (notes: readonly Message[]) => void;
  addEmptyCells: (outcome: keyof ImportFound['emptyCells']) => void;
  found: () => ImportFound;
} {
  const languages = new Map<string, number>();
  const titles = new Map<string, number>();
  const losses = new Map<string, { part: Message; records: number }>();
  const remarks = new Map<string, { message: Message; records: number }>();
  let records = 0;
  const decodedTwice: ImportFound['decodedTwice'] = { records: 0, examples: [] };
  const names: ImportFound['names'] = { records: 0, example: null };
  const emptyCells = { kept: 0, cleared: 0 };
  const counts = { dates: 0, affiliations: 0, noJournal: 0, doubtful: 0 };

  function addLoss(part: Message): void {
    const kind = lossKind(part);
    const count = part.params?.count;
    const known = losses.get(kind);
    if (known) {
      known.records++;
      if (typeof count === 'number')
        known.part = { ...part, params: { ...part.params, count: Number(known.part.params?.count) + count } };
    } else if (losses.size < maxLosses) losses.set(kind, { part, records: 1 });
  }
  return {
    add: (facts) => {
      for (const language of facts.languages) countOne(languages, language);
      if (facts.hasTwoDates) counts.dates++;
      if (facts.hasAffiliations) counts.affiliations++;
      if (facts.name !== null) {
        names.records++;
        names.example ??= facts.name;
      }
      if (facts.isDoubtful) counts.doubtful++;
      if (facts.journal !== null) {
        counts.noJournal++;
        if (facts.journal !== '') countOne(titles, facts.journal);
      }
      for (const part of facts.dropped) addLoss(part);
    },
    addNotes: (notes) => {
      records++;
      const twice = notes.find(isOfDecoding)?.params;
      if (twice) {
        decodedTwice.records++;
        const example = { before: String(twice.before), after: String(twice.after) };
        if (decodedTwice.examples.length < maxExamples) decodedTwice.examples.push(example);
      }
      for (const [text, message] of new Map(notes.map((note) => [JSON.stringify(note), note]))) {
        const known = remarks.get(text);
        if (known) known.records++;
        else if (remarks.size < maxRemarks) remarks.set(text, { message, records: 1 });
      }
    },
    addEmptyCells: (outcome) => void emptyCells[outcome]++,
    found: () => ({
      ...counts,
      decodedTwice,
      names,
      emptyCells: { ...emptyCells },
      languages: Object.fromEntries(languages),
      journalTitles: Object.fromEntries(titles),
      remarks: [...remarks.values()].filter(
        (one) => records >= fewRecords && one.records * 2 > records && !isShownElsewhere(one.message),
      ),
      losses: [...losses.values()].sort((a, b) => b.records - a.records),
    }),
  };
}

function isOfDecoding({ key }: Message): boolean {
  return key === 'import.note.decodedTwice' || key === seemsDecodedTwice;
}

/** Lost parts are counted on their own, and texts that were decoded twice have examples. */
function isShownElsewhere(note: Message): boolean {
  return note.key === 'import.note.dropped' || isOfDecoding(note);
}

function countOne(counts: Map<string, number>, name: string): void {
  const count = counts.get(name);
  if (count !== undefined || counts.size < maxNames) counts.set(name, (count ?? 0) + 1);
}
