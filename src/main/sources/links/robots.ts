/** The rules of a robots.txt for one program (RFC 9309). */
export interface Robots {
  isAllowed(path: string): boolean;
  /** Seconds that the site wants between two requests. */
  crawlDelay: number;
}

export const noRobots: Robots = { isAllowed: () => true, crawlDelay: 0 };

interface Group {
  agents: string[];
  rules: { isAllowed: boolean; path: string }[];
  crawlDelay: number;
}

/** Reads the groups for `agent`, or else those for all programs. */
export function readRobots(text: string, agent: string): Robots {
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules);
  return {
    crawlDelay: Math.max(0, ...chosen.map((group) => group.crawlDelay)),
    // The longest matching rule wins; of two equally long ones, the one that allows.
    isAllowed(path) {
      const asked = comparable(path);
      let best = { isAllowed: true, path: '' };
      for (const rule of rules) {
        if (rule.path === '' || !matches(rule.path, asked)) continue;
        const isLonger = rule.path.length > best.path.length;
        if (isLonger || (rule.path.length === best.path.length && rule.isAllowed)) best = rule;
      }
      return best.isAllowed;
    },
  };
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const group = groups.at(-1);
    if (field === 'user-agent') {
      if (isNaming && group) group.agents.push(value.trim().toLowerCase());
      else groups.push({ agents: [value.trim().toLowerCase()], rules: [], crawlDelay: 0 });
      isNaming = true;
      continue;
    }
    const isRule = field === 'allow' || field === 'disallow';
    // Other lines, such as the one of a sitemap, belong to no group.
    if (!isRule && field !== 'crawl-delay') continue;
    isNaming = false;
    if (!group) continue;
    if (isRule) group.rules.push({ isAllowed: field === 'allow', path: comparablePattern(value.trim()) });
    else group.crawlDelay = Math.max(0, Number.parseFloat(value) || 0);
  }
  return groups;
}

/** A path as it is compared: all but reserved and unreserved characters percent-encoded, and no unreserved one (RFC 9309 2.2.2). */
function comparable(path: string): string {
  return path.toWellFormed().replace(/%[\da-f]{2}|[^\w.~:/?#[\]@!&'()+,;=%-]/giu, (one) => {
    if (one === '*') return '%2A';
    if (one.length < 3 || !one.startsWith('%')) return encodeURIComponent(one);
    const character = String.fromCharCode(Number.parseInt(one.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : one.toUpperCase();
  });
}

/** The same with the characters that have a meaning in a rule. */
function comparablePattern(pattern: string): string {
  const isToEnd = pattern.endsWith('$');
  const parts = (isToEnd ? pattern.slice(0, -1) : pattern).split('*');
  return parts.map(comparable).join('*') + (isToEnd ? '$' : '');
}

/** `*` stands for any text, and `$` at the end for the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isToEnd = pattern.endsWith('$');
  const parts = (isToEnd ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (isToEnd && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isToEnd || at === path.length;
}
