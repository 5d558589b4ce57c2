import { create } from 'zustand';
import sampleAddress from '../../../../resources/samples/annals-volume-14.json?url';
import type { CallInput, CallOutput } from '../../../shared/contract/contract.ts';
import type { ImportChoices } from '../../../shared/draft/importChoices.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { AppError } from '../../../shared/errors.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { asBase64 } from '../asBase64.ts';
import { attempt } from '../attempt.ts';
import { asAppError, call } from '../data/client.ts';
import { storeAnswer } from '../data/invalidation.ts';
import { cachedAnswer, callQuery, queryClient, useCall } from '../data/queries.ts';
import { useAccount, whenAccount } from '../data/session.ts';
import { withOne } from '../data/staleCalls.ts';
import { go, useRoute } from '../navigation/route.ts';
import { readGiven } from '../readGiven.ts';
import { isJournalFile, openJournalFile } from './journalFile.ts';
import { showError } from './notices.ts';
import { openModal } from './openModal.ts';

/** Bytes in one piece of a file; as base64 it stays far below what a call may carry. */
const pieceBytes = 1_000_000;

/**
 * Files on their way to main, chosen together and read as one import. `queued` waits for earlier ones; a `sent` one
 * continues as an import.
 */
export interface SendingFiles {
  key: number;
  /** The name of the file, or a description of several files. */
  name: string;
  parts: readonly { name: string; size: number }[];
  /** The bytes of all files, one after another. */
  bytes: Blob;
  accountId: string;
  importId: number | null;
  sentBytes: number;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  error: AppError | null;
}

interface Imports {
  files: readonly SendingFiles[];
  /** All pending imports are being accepted, one after another. */
  isAccepting: boolean;
}

export const useImports = create<Imports>(() => ({ files: [], isAccepting: false }));

/** Id of the hidden input that the frame holds. */
export const fileInputId = 'import-files';
let nextKey = 1;
let isSending = false;

/** Opens previews of files sent by this window once they are ready; returns a function that stops it. */
export function startImports(): () => void {
  // They are needed until an import is finished, whether or not a screen shows them.
  queryClient.setQueryDefaults(['imports.get'], { gcTime: Number.POSITIVE_INFINITY });
  return queryClient.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
    if (queryKey[0] === 'imports.get' && state.data) showPreviewOnce(state.data as ImportStatus);
  });
}

export function useImportList(): readonly ImportStatus[] {
  const accountId = useAccount()?.id;
  return useCall('imports.list', accountId === undefined ? null : { accountId }).data ?? none;
}

/** Opens the system's dialog for choosing files. */
export function chooseFiles(): void {
  document.getElementById(fileInputId)?.click();
}

/** Queues files for import into the account in use, those given together as one. A Journal Update File is checked instead. */
export async function addFiles(files: Iterable<File>): Promise<void> {
  const given = [...files];
  await attempt(() => queueFiles(given));
}

async function queueFiles(given: readonly File[]): Promise<void> {
  const [first] = given;
  if (first === undefined) return;
  if (given.length === 1 && (await isJournalFile(first))) return openJournalFile(first);
  const { id: accountId } = await whenAccount();
  const added = {
    key: nextKey++,
    name: given.length === 1 ? first.name : i18n.t('import.files', { count: given.length }),
    parts: given.map(({ name, size }) => ({ name, size })),
    bytes: new Blob([...given]),
    accountId,
    importId: null,
    sentBytes: 0,
    state: 'queued' as const,
    error: null,
  };
  useImports.setState((before) => ({ files: [...before.files, added] }));
  void sendQueued();
}

/** Imports the sample volume that comes with the application, as if its file had been chosen. */
export async function importSample(): Promise<void> {
  await attempt(async () => {
    const response = await fetch(sampleAddress);
    if (!response.ok) throw new Error(`${sampleAddress}: ${response.status}`);
    await addFiles([new File([await response.blob()], 'annals-volume-14.json')]);
  });
}

export function resumeFile(key: number): void {
  changeFile(key, { state: 'queued', error: null });
  void sendQueued();
}

/** Stops files that are being sent, or a pending import; none of it becomes a draft. */
export async function cancelFile(key: number): Promise<void> {
  const file = useImports.getState().files.find((one) => one.key === key);
  changeFile(key, { state: 'cancelled' });
  if (file?.importId != null) await cancelImport(file.importId);
}

/** Stops an import; none of it becomes a draft. */
export async function cancelImport(id: number): Promise<void> {
  await change('imports.cancel', id);
}

/** Ticks or unticks records of a preview, as `imports.tick` does; returns how many of them can be imported. */
export async function tickRecords(ticks: CallInput<'imports.tick'>): Promise<number> {
  const ticked = call('imports.tick', ticks);
  lastTick = { id: ticks.id, ticked };
  return (await ticked).count;
}

/** The latest tick of this window, whose result its user has seen even if no event has arrived yet. */
let lastTick: { id: number; ticked: Promise<CallOutput<'imports.tick'>> } | null = null;

/** Reads the files of a preview again with other choices for all records. */
export async function chooseForImport(id: number, choices: ImportChoices): Promise<void> {
  await storeStatus(id, () => call('imports.choose', { id, choices }));
}

/** Adds the drafts of an import, and applies its changes to those that exist. */
export async function acceptImport({ id, shown }: Pick<ImportStatus, 'id' | 'shown'>): Promise<void> {
  const own = lastTick?.id === id ? await lastTick.ticked.catch(() => null) : null;
  lastTick = null;
  await storeStatus(id, () => call('imports.accept', { id, shown: own?.status.shown ?? shown }));
}

/** Stops the files that have not started. */
export function cancelQueued(): void {
  useImports.setState(({ files }) => ({
    files: files.map((one) => (one.state === 'queued' ? { ...one, state: 'cancelled' } : one)),
  }));
}

/** The imports whose records wait for the user's decision, oldest first. */
export function waitingImports(imports: readonly ImportStatus[]): ImportStatus[] {
  return imports.filter(({ state }) => state === 'preview').sort((one, other) => one.id - other.id);
}

/** The imports whose tables the user has to map, oldest first. */
export function importsToMap(imports: readonly ImportStatus[]): ImportStatus[] {
  return imports.filter(({ state }) => state === 'mapping').sort((one, other) => one.id - other.id);
}

/** How many drafts the imports created and changed, and which imports these are. */
export interface AddedImports {
  created: number;
  updated: number;
  ids: number[];
}

/** Accepts imports one after another, and reports those that fail; resolves with the results when all are over. */
export async function acceptImports(shown: readonly ImportStatus[]): Promise<AddedImports> {
  const sum: AddedImports = { created: 0, updated: 0, ids: [] };
  useImports.setState({ isAccepting: true });
  try {
    for (const one of shown) {
      const { id } = one;
      await acceptImport(one);
      const { state, created, updated, message } = await untilOver(id);
      if (state === 'preview' && message) showError(new AppError('storage', message));
      if (state !== 'accepted') continue;
      sum.created += created;
      sum.updated += updated;
      sum.ids.push(id);
    }
  } finally {
    useImports.setState({ isAccepting: false });
  }
  return sum;
}

/** Resolves with an import once main has finished it: a preview with a message could not become drafts. */
function untilOver(id: number): Promise<ImportStatus> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const status = statusOf(id);
      if (!status) return askAgain();
      if (status.state === 'accepting') return;
      // In a browser, an event from before may arrive after the answer.
      if (status.state === 'preview' && !status.message) return;
      stop();
      resolve(status);
    };
    let isAsking = false;
    // Main has opened another database, which may not have the import.
    const askAgain = () => {
      if (isAsking) return;
      isAsking = true;
      const asked = queryClient.fetchQuery(callQuery('imports.get', { id }));
      asked.then(
        () => {
          isAsking = false;
        },
        (error: unknown) => {
          stop();
          reject(error);
        },
      );
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}

function statusOf(id: number): ImportStatus | undefined {
  return cachedAnswer('imports.get', { id });
}

/** Removes failed imports from every list, for good. */
export async function dismissImports(ids: readonly number[]): Promise<void> {
  for (const id of ids) await cancelImport(id);
}

function change(name: 'imports.read' | 'imports.cancel', id: number): Promise<void> {
  return storeStatus(id, () => call(name, { id }));
}

/** Makes a call that changes an import, and stores its new status. */
async function storeStatus(id: number, change: () => Promise<ImportStatus>): Promise<void> {
  // Events change only cached answers.
  const before = statusOf(id) ?? (await queryClient.fetchQuery(callQuery('imports.get', { id })));
  const answer = await change();
  // An event that arrived meanwhile is newer than the answer.
  if (statusOf(id) !== before) return;
  storeAnswer('imports.get', { id }, () => answer);
  storeAnswer('imports.list', { accountId: answer.accountId }, (list) => list && withOne(list, answer));
}

const shownPreviews = new Set<number>();

function showPreviewOnce({ id, state }: ImportStatus): void {
  if ((state !== 'preview' && state !== 'mapping') || shownPreviews.has(id)) return;
  if (!useImports.getState().files.some(({ importId }) => importId === id)) return;
  shownPreviews.add(id);
  showPreview(id);
}

/** Only for a single file, and only from the plain list, so that the user is not taken away from a record, a dialog or another preview. */
function showPreview(id: number): void {
  const { route } = useRoute.getState();
  const isAlone = useImports.getState().files.filter(isPending).length === 1;
  const isListShown = route.screen === 'drafts' && route.draftId === null && !openModal();
  if (isAlone && isListShown) go({ screen: 'imports', importId: id });
}

function isPending({ state, importId }: SendingFiles): boolean {
  if (state === 'cancelled') return false;
  const status = importId === null ? undefined : statusOf(importId);
  return status === undefined || ['receiving', 'reading', 'mapping', 'preview'].includes(status.state);
}

async function sendQueued(): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = nextQueued(); next; next = nextQueued()) {
    try {
      await sendFile(next);
    } catch (error) {
      changeFile(next.key, { state: 'failed', error: asAppError(error) });
    }
  }
  isSending = false;
}

async function sendFile({ key, name, parts, bytes, accountId, importId }: SendingFiles): Promise<void> {
  changeFile(key, { state: 'sending' });
  const id =
    importId ?? (await call('imports.open', { accountId, name, size: bytes.size, files: [...parts] })).id;
  changeFile(key, { importId: id });
  let at = importId === null ? 0 : (await call('imports.get', { id })).received;
  while (at < bytes.size) {
    const piece = await readPiece({ parts, bytes }, at);
    if (stateOf(key) !== 'sending') return;
    at = (await call('imports.write', { id, at, piece })).received;
    changeFile(key, { sentBytes: at });
  }
  if (stateOf(key) !== 'sending') return;
  await change('imports.read', id);
  changeFile(key, { state: 'sent' });
}

/** The next piece of the files. Throws an AppError that names the file that cannot be read. */
async function readPiece(
  { parts, bytes }: Pick<SendingFiles, 'parts' | 'bytes'>,
  at: number,
): Promise<string> {
  const end = at + pieceBytes;
  try {
    return await asBase64(bytes.slice(at, end));
  } catch {
    let from = 0;
    for (const { name, size } of parts) {
      const part = bytes.slice(Math.max(at, from), Math.min(end, from + size));
      from += size;
      if (part.size > 0) await readGiven(name, () => asBase64(part));
    }
    // Each of them can be read by now.
    return asBase64(bytes.slice(at, end));
  }
}

function nextQueued(): SendingFiles | undefined {
  return useImports.getState().files.find((one) => one.state === 'queued');
}

function stateOf(key: number): SendingFiles['state'] | undefined {
  return useImports.getState().files.find((one) => one.key === key)?.state;
}

function changeFile(key: number, changes: Partial<SendingFiles>): void {
  useImports.setState(({ files }) => ({
    files: files.map((one) => (one.key === key ? { ...one, ...changes } : one)),
  }));
}

const none: readonly ImportStatus[] = [];
