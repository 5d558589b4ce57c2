import { expect, test } from 'vitest';
import { openComplianceWorld } from '../helpers/complianceWorld.ts';
import { startTestDirectory } from '../helpers/testDirectory.ts';

const facts = {
  funders: [{ id: 'fund', name: 'Fund', routes: { fully_oa: { calculate: true } }, cards: [] }],
  journals: [{ issn: ['9900-0105'], title: 'A Journal of Names', indoaj: true, licence: ['CC BY'] }],
  institutions: [{ ror: '08yy00b22', title: 'Sample Institute', tas: [] }],
};

test('a matrix names journals and organisations given by id as the service does', async () => {
  const sandbox = await startTestDirectory({
    world: { accounts: [], journals: [], articles: [], applications: [], checker: facts },
  });
  const world = openComplianceWorld({ base: sandbox.checker });
  const { id } = await world.handlers['matrix.start']({
    name: '',
    issns: ['9900-0105', '9900-0113'],
    funders: ['fund'],
    rors: ['', '08yy00b22'],
    lang: 'en',
    maxAge: 30,
  });
  const matrix = await world.reached(id, ({ state }) => state === 'done');
  expect(matrix.journals).toEqual([
    { issn: '9900-0105', title: 'A Journal of Names' },
    { issn: '9900-0113', title: '9900-0113' },
  ]);
  expect(matrix.organisations).toEqual([
    { ror: '', name: '' },
    { ror: '08yy00b22', name: 'Sample Institute' },
  ]);
  await world.close();
  world.remove();
  await sandbox.stop();
});

test('refreshing asks again however recent the cached answers are', async () => {
  const sandbox = await startTestDirectory({
    world: { accounts: [], journals: [], articles: [], applications: [], checker: facts },
  });
  const world = openComplianceWorld({ base: sandbox.checker });
  const asked = { name: '', issns: ['9900-0105'], funders: ['fund'], rors: [], lang: 'en', maxAge: 30 };
  const { id } = await world.handlers['matrix.start'](asked);
  await world.reached(id, ({ state }) => state === 'done');
  await world.handlers['matrix.refresh']({ id, maxAge: 0 });
  await world.reached(id, ({ state }) => state === 'done');
  const questions = (await sandbox.requests()).filter(({ path }) => path.includes('/calculate'));
  expect(questions).toHaveLength(2);
  await world.close();
  world.remove();
  await sandbox.stop();
});
