import type { Handlers } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

/** The rule pack in use, and newer ones. */
export function rulesHandlers({
  rulePacks,
}: App): Pick<Handlers, 'app.rules' | 'app.askRules' | 'app.installRules'> {
  return {
    'app.rules': () => rulePacks.state(),
    'app.askRules': async () => {
      await rulePacks.ask();
      return rulePacks.state();
    },
    'app.installRules': async ({ text }) => {
      await rulePacks.install(text);
      return rulePacks.state();
    },
  };
}
