import { activePack, setActivePack } from '../../../shared/rulePack/rulePack.ts';
import type { RulePack } from '../../../shared/rulePack/rulePackSchema.ts';

/** Takes main's rule pack from this page, before anything shows a list or a rule. */
export function startRulePack(): void {
  setActivePack(JSON.parse(document.getElementById('rule-pack')!.textContent) as RulePack);
}

/** The same from the page of a Colophon that was started since, if there is a connection. */
export async function renewRulePack(): Promise<void> {
  try {
    const page = await (await fetch('/')).text();
    const [, data] = /id="rule-pack">([^<]+)</.exec(page) ?? [];
    if (data === undefined) return;
    const pack = JSON.parse(data) as RulePack;
    if (pack.version !== activePack().version) setActivePack(pack);
  } catch {
    // The next connection looks again.
  }
}
