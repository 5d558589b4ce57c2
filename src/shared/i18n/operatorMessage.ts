import type { IgnoredValue } from '../application/updateRequest.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { fieldLabel } from '../draft/fieldLabel.ts';
import { isEmpty } from '../json.ts';
import { describe, t } from './i18n.ts';

/** The message that asks the directory's staff for changes that an Update Request cannot make. */
export function operatorMessage(parts: {
  journal: { title: string; id: string; issns: readonly string[] };
  values: readonly IgnoredValue[];
}): { subject: string; body: string } {
  const { title, id, issns } = parts.journal;
  const lines = parts.values.map(({ path, kept, proposed }) =>
    t('updateRequest.message.line', {
      field: describe(fieldLabel(path)),
      old: shown(kept),
      new: shown(proposed),
    }),
  );
  return {
    subject: t('updateRequest.message.subject', { title }),
    body: t('updateRequest.message.body', {
      title,
      issns: issns.join(', ') || t('updateRequest.message.none'),
      id,
      lines: lines.join('\n'),
    }),
  };
}

function shown(value: DraftRecord[string] | null): string {
  if (isEmpty(value)) return t('updateRequest.message.none');
  if (Array.isArray(value)) return value.map((entry) => shown(entry)).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
