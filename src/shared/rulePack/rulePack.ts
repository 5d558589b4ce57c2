import file from '../../../resources/rulePack.json' with { type: 'json' };
import type { RulePack } from './rulePackSchema.ts';

/** The pack that comes with Colophon; null in a window, to which main gives its active pack with the page. */
const shipped: RulePack | null = file.pack as RulePack | null;

let active = shipped;
const followers = new Set<(pack: RulePack) => void>();

/** The pack that comes with Colophon, whichever is active. */
export function shippedPack(): RulePack {
  return given(shipped);
}

/** The pack that all of this program uses. */
export function activePack(): RulePack {
  return given(active);
}

function given(pack: RulePack | null): RulePack {
  if (pack === null) throw new Error('A fact of the rule pack was read before there was one.');
  return pack;
}

/** Sets the pack when a program starts; later ones take effect at its next start, and only tests set a second one. */
export function setActivePack(pack: RulePack): void {
  if (pack === active) return;
  active = pack;
  for (const follow of followers) follow(pack);
}

/** Calls `follow` now and whenever there is another pack. */
export function onActivePack(follow: (pack: RulePack) => void): void {
  followers.add(follow);
  if (active !== null) follow(active);
}

/** What `make` makes of the active pack, made when it is first asked for. */
export function ofPack<T>(make: (pack: RulePack) => T): () => T {
  let made: { pack: RulePack; value: T } | null = null;
  return () => {
    const pack = activePack();
    if (made?.pack !== pack) made = { pack, value: make(pack) };
    return made.value;
  };
}
