import { type Message, msg } from '../../shared/message.ts';
import type { XmlElement } from './xml/xmlTree.ts';

/** The name of a part by the element that holds it; null if nothing is lost with it. */
export type PartNames = ReadonlyMap<string, Message | null>;

/** The kinds of parts that are not imported, each once: elements that have content and are not in `taken`. */
export function droppedParts(
  elements: readonly XmlElement[],
  taken: ReadonlySet<string>,
  names: PartNames,
): Message[] {
  const parts = new Map<string, Message>();
  for (const element of elements) {
    if (taken.has(element.name) || !hasContent(element)) continue;
    const named = names.get(element.name);
    if (named === null) continue;
    const part = named ?? msg('import.part.other', { name: element.name });
    parts.set(JSON.stringify(part), part);
  }
  return [...parts.values()];
}

function hasContent(element: XmlElement): boolean {
  return (
    element.attributes.size > 0 ||
    element.children.some((child) => (typeof child === 'string' ? child.trim() !== '' : hasContent(child)))
  );
}
