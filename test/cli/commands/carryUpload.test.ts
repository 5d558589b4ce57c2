import { expect, test } from 'vitest';
import { goOn } from '../../../src/main/cli/commands/carryUpload.ts';
import { createDeadline } from '../../../src/main/cli/deadline.ts';
import type { Terminal } from '../../../src/main/cli/terminal.ts';
import type { CommandServices } from '../../../src/main/cli/withServices.ts';
import { directoryForFile } from '../../helpers/directoryForFile.ts';
import { openForTest } from '../../helpers/openForTest.ts';
import { article, goodKey } from '../../helpers/testDirectory.ts';

const directory = directoryForFile();

test('an earlier upload that ended meanwhile is no error for --without-keeping', async () => {
  const world = await openForTest({ directory: directory.directory, key: goodKey });
  const ids = world.addDrafts([article(1)]);
  const upload = await world.send(ids);
  await world.until(upload.id, ({ state }) => state === 'done');
  const subscribe = () => () => undefined;
  const parts = { handlers: world.handlers, subscribe } as unknown as CommandServices;
  const terminal = { err: () => undefined } as unknown as Terminal;
  const options = { withoutKeeping: true, wait: 1, deadline: createDeadline(1, subscribe) };
  const { carried } = await goOn([{ upload, draftIds: new Set(ids) }], ids, options, parts, terminal);
  expect(carried).toMatchObject([{ upload: { state: 'done' }, end: 'ended', refused: [] }]);
});
