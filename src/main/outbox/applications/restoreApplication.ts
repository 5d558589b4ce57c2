import { applicationFromStored, applicationHash } from '../../../shared/application/application.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { StoredVersion, VersionStore } from '../../store/drafts/versionStore.ts';
import { type DeriveDeps, derive } from './applicationDeps.ts';
import { underWay } from './noteRemoteState.ts';
import { whatOf } from './stepAfter.ts';

/** The application of a version as its draft would hold it. */
export function applicationOfVersion(version: Pick<StoredVersion, 'why' | 'record'>): DraftRecord {
  return version.why === 'draft' ? version.record : applicationFromStored(version.record);
}

/**
 * Puts an earlier version of an application into its draft, whose present content is kept, too. AppError `state` while it is
 * on its way or in the trash.
 */
export function restoreApplication(
  deps: DeriveDeps & { store: ApplicationStore; versions: VersionStore },
  versionId: number,
  id: number,
): void {
  deps.store.transaction(() => {
    const version = deps.versions.get(versionId);
    const row = deps.store.get(id);
    const { accountId, base } = row;
    const what = whatOf(row.kind);
    if (accountId !== version.accountId) throw new AppError('state', msg('versions.otherAccount'));
    if (row.trashedAt !== null) throw new AppError('state', msg('versions.left.trashed'));
    if (underWay.includes(row.sync)) throw new AppError('state', msg('versions.underWay', { what }));
    const derived = derive(deps, accountId, applicationOfVersion(version), base);
    if (derived.columns.hash === row.hash) return;
    const at = isoNow(deps);
    deps.versions.keep({
      ...{ accountId, kind: 'application', why: 'draft', uploadId: null, at, title: row.title },
      ...{ remoteId: row.remoteId, recordId: id, record: row.record },
      content: applicationHash(applicationFromStored(row.record)),
    });
    deps.store.save({ id, version: row.version, derived, at });
  });
}
