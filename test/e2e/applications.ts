import { expect, type Page } from '@playwright/test';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { call } from './colophon.ts';
import { goTo } from './screen.ts';

/** An application in the sandbox or in a draft. */
export interface Application {
  id: string;
  admin: Record<string, unknown>;
  bibjson: Record<string, unknown>;
}

/** Creates an Update Request for a journal of the sandbox, applies `change` as an import would, and opens its form. */
export async function openUpdateRequest(
  page: Page,
  journalId: string,
  change: (record: Pick<Application, 'admin' | 'bibjson'>) => Pick<Application, 'admin' | 'bibjson'>,
) {
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  const made = await call(page, 'applications.create', { accountId: 'sandbox', journalId });
  const record = change(made.record as unknown as Application);
  const saved = await call(page, 'applications.save', {
    id: made.id,
    version: made.version,
    record: record as unknown as DraftRecord,
  });
  await goTo(page, `#/update-requests/${made.id}`);
  await expect(page.locator('[data-field="bibjson.oa_start"]')).toBeVisible();
  return saved;
}

/** The sandbox's controls for tests, such as decisions of its administrator. */
export async function steerSandbox(page: Page) {
  const base = await baseOf(page);
  const steer = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(new URL(`/_sandbox/${path}`, base), {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).toBe(204);
  };
  return {
    steer,
    status: (remoteId: string, status: string) => steer(`applications/${remoteId}/status`, { status }),
  };
}

/** The newest Update Request for a journal in the sandbox. */
export async function storedApplication(page: Page, journalId: string): Promise<Application | undefined> {
  const response = await fetch(new URL('/_sandbox/state?only=applications', await baseOf(page)));
  const { applications } = (await response.json()) as { applications: Application[] };
  return applications.findLast(({ admin }) => admin.current_journal === journalId);
}

/** The `bibjson` of a stored record; fails if there is none. */
export function bibjsonOf(stored: Application | undefined): Record<string, unknown> {
  expect(stored).toBeDefined();
  return stored!.bibjson;
}

async function baseOf(page: Page): Promise<string> {
  const accounts = await call(page, 'accounts.list', {});
  return accounts.find(({ kind }) => kind === 'sandbox')!.base;
}
