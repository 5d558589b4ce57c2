import { openComplianceWorld } from './complianceWorld.ts';

// A program of its own that works through a matrix, to be killed in the middle: tells the matrix's id when some is done.
const [folder, base, asked] = process.argv.slice(2) as [string, string, string];
const world = openComplianceWorld({ base, folder, limit: { perSecond: 100, burst: 10 } });
const { id } = await world.handlers['matrix.start'](JSON.parse(asked));
await world.reached(id, ({ answered }) => answered >= 20);
process.send?.(id);
