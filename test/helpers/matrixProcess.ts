import { openComplianceWorld } from './complianceWorld.ts';

// A process that runs a matrix, for tests that kill it halfway; prints the matrix's id once some cells are done.
const [folder, base, asked] = process.argv.slice(2) as [string, string, string];
const world = openComplianceWorld({ base, folder, limit: { perSecond: 100, burst: 10 } });
const { id } = await world.handlers['matrix.start'](JSON.parse(asked));
await world.reached(id, ({ answered }) => answered >= 20);
process.send?.(id);
