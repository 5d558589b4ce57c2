import { z } from 'zod';
import { menuCommands } from '../commands/commands.ts';
import { local, nothing, reads } from '../contractParts.ts';
import { messageSchema } from '../messageSchema.ts';
import { rulesStateSchema } from '../rulePack/rulesState.ts';
import { settingsSchema } from '../settings.ts';
import { startSteps } from '../startSteps.ts';

/** The state of the update check: `nowhere` if this build has no address to ask, `off` if disabled by the environment. */
const updateSchema = z.object({
  state: z.enum(['off', 'nowhere', 'unknown', 'current', 'newer']),
  version: z.string(),
  page: z.string(),
});

export type UpdateState = z.infer<typeof updateSchema>;

/** The application itself and its settings. */
export const calls = {
  'app.info': reads(
    nothing,
    z.object({
      version: z.string(),
      shell: z.enum(['electron', 'web', 'cli']),
      platform: z.string(),
      /** `unavailable`: keys are stored for this session only; `message` gives the reason. */
      keychain: z.object({ state: z.enum(['system', 'unavailable']), message: messageSchema.nullable() }),
    }),
  ),
  /** What no list shows because it cannot be read: accounts, and steps of the start that were left out. */
  'app.unreadable': reads(nothing, z.object({ accounts: z.number(), steps: z.array(z.enum(startSteps)) })),
  /** The state of the update check; `isFresh` checks now. */
  'app.update': reads(z.object({ isFresh: z.boolean() }), updateSchema),
  'app.rules': reads(nothing, rulesStateSchema),
  /** Asks the address for a newer rule pack now. */
  'app.askRules': local(nothing, rulesStateSchema),
  /** Takes the rule pack in the content of a file. */
  'app.installRules': local(z.object({ text: z.string().max(1_100_000) }), rulesStateSchema),
  'app.settings': reads(nothing, settingsSchema),
  'app.changeSettings': local(settingsSchema.partial(), settingsSchema),
};

export const events = {
  'app.settingsChanged': settingsSchema,
  'app.updateChanged': updateSchema,
  'app.rulesChanged': z.object({}),
  /** A command of the native menu. */
  'app.command': z.object({ command: z.enum(menuCommands) }),
};
