import { applicationFromStored, applicationHash } from '../../../shared/application/application.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Confirmed } from '../../platform/plans.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { StoredVersion, VersionStore } from '../../store/drafts/versionStore.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { underWay } from './applicationWriter.ts';
import { whatOf } from './stepAfter.ts';

/** Returns the draft record for a version of an application. */
export function applicationOfVersion(version: Pick<StoredVersion, 'why' | 'record'>): DraftRecord {
  return version.why === 'draft' ? version.record : applicationFromStored(version.record);
}

/** What a person is asked to confirm: a stored version, and the draft that gets it, as it was. */
export interface ApplicationRestore {
  versionId: number;
  id: number;
  hash: string;
}

/**
 * Restores an earlier version in its draft and keeps the present content; AppError `state` if the draft is not as it was
 * listed, queued, or in the trash.
 */
export function restoreApplication(
  options: {
    store: ApplicationStore;
    versions: VersionStore;
    rules: ApplicationRules;
    clock: { now(): number };
  },
  { listed: { versionId, id, hash } }: Confirmed<ApplicationRestore>,
): void {
  const { store, versions, rules, clock } = options;
  store.transaction(() => {
    const version = versions.get(versionId);
    const row = store.get(id);
    const { accountId, base } = row;
    const what = whatOf(row.kind);
    if (accountId !== version.accountId) throw new AppError('state', msg('versions.otherAccount'));
    if (row.trashedAt !== null) throw new AppError('state', msg('versions.left.trashed'));
    if (underWay.includes(row.sync)) throw new AppError('state', msg('versions.underWay', { what }));
    if (row.hash !== hash) throw new AppError('state', msg('versions.changed'));
    const derived = rules.derive(accountId, applicationOfVersion(version), base);
    if (derived.columns.hash === row.hash) return;
    const at = isoNow({ clock });
    versions.keep({
      ...{ accountId, kind: 'application', why: 'draft', uploadId: null, at, title: row.title },
      ...{ remoteId: row.remoteId, recordId: id, record: row.record },
      content: applicationHash(applicationFromStored(row.record)),
    });
    store.save({ id, version: row.version, derived, at });
  });
}
