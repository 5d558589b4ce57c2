import { listed, type Message, msg } from '../../../shared/message.ts';
import { parseOrcid } from '../../../shared/text/identifiers.ts';
import { type Contributor, otherContributors } from '../otherContributors.ts';
import { maxNamed, type NameParts, type SourceAffiliation, type SourceAuthor } from '../sourceArticle.ts';
import { inLanguage, languageCode } from '../text/languages.ts';
import { turnName } from '../text/names.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';
import { affiliationOf } from './jatsAffiliation.ts';
import { jatsLine, jatsName } from './jatsText.ts';

/**
 * The authors of an article of JATS (reference/import-formats.md 4.4), with notes on other contributors. Of alternatives
 * of a name or an affiliation, they have the one in the article's `language`.
 */
export function jatsAuthors(
  meta: XmlElement,
  language: string,
): { authors: SourceAuthor[]; notes: Message[] } {
  const groups = childrenOf(meta, 'contrib-group');
  const all = groups.flatMap((group) =>
    childrenOf(group, 'contrib').map((contrib) => ({ contrib, group, role: roleOf(contrib, group) })),
  );
  // SciELO lists the members of a group as contributors that refer to it.
  const groupIds = new Set(
    all.filter(({ contrib }) => childOf(contrib, 'collab')).map(({ contrib }) => attributeOf(contrib, 'id')),
  );
  const contributors = all.filter(({ contrib }) => !idsIn(contrib).some((id) => groupIds.has(id)));
  const isAuthor = ({ role }: { role: string }) => /^authors?$/i.test(role);
  const people = contributors.filter(isAuthor);
  const affiliations = affiliationsById([meta, ...groups], language);
  const known = new Map<XmlElement, SourceAffiliation[]>();
  const ownOf = (contrib: XmlElement): SourceAffiliation[] => {
    const own = known.get(contrib) ?? affiliationsIn(contrib, affiliations, language);
    known.set(contrib, own);
    return own;
  };
  const hasReference =
    contributors.some(({ contrib }) => partsIn(contrib).some(refersToAffiliation)) ||
    people.some(({ contrib }) => ownOf(contrib).length > 0);
  const only = hasReference || !isSameForAll(groups) ? [] : [...new Set(affiliations.values())];
  const used = new Set<SourceAffiliation>();
  const authors = people.flatMap(({ contrib, group }) => {
    const name = nameOf(contrib, language);
    const own = ownOf(contrib);
    const ofGroup = own.length === 0 ? affiliationOfGroup(group, affiliations) : [];
    const named = own.length > 0 ? own : ofGroup.length > 0 ? ofGroup : only.length === 1 ? only : [];
    for (const one of named) used.add(one);
    return name === null ? [] : [{ name, affiliations: named, ...orcidOf(contrib) }];
  });
  for (const { contrib } of contributors) for (const one of ownOf(contrib)) used.add(one);
  const unused = [...new Set(affiliations.values())].filter((one) => !used.has(one) && one.name !== '');
  const others = contributors.filter((one) => !isAuthor(one)).map((one) => otherContributor(one, language));
  const hasAnonymous = people.some(({ contrib }) => childOf(contrib, 'anonymous'));
  const behalf = onBehalfOf(
    [...groups, ...people.map(({ contrib }) => contrib)],
    authors.map(({ name }) => name),
  );
  return {
    authors,
    notes: [
      ...otherContributors(others),
      ...(hasAnonymous ? [msg('import.note.anonymous')] : []),
      ...(behalf.length > 0 ? [msg('import.note.onBehalfOf', { names: behalf })] : []),
      ...(unused.length > 0 && authors.length > 0
        ? [
            msg('import.note.unlinkedAffiliations', {
              affiliations: listed(
                '; ',
                unused.slice(0, maxNamed).map(({ name }) => name.slice(0, maxNamedLength)),
              ),
            }),
          ]
        : []),
    ],
  };
}

const maxNamedLength = 300;

/** Groups for which the authors wrote, unless they are in the place of an author. */
function onBehalfOf(elements: readonly XmlElement[], authors: readonly SourceAuthor['name'][]): string[] {
  const names = elements.flatMap((element) => childrenOf(element, 'on-behalf-of').map(jatsLine));
  return [...new Set(names)].filter((name) => name !== '' && !authors.includes(name)).slice(0, maxNamed);
}

/** False if groups of contributors have affiliations of their own. */
function isSameForAll(groups: readonly XmlElement[]): boolean {
  return groups.length < 2 || groups.every((group) => childrenOf(group, 'aff').length === 0);
}

/** The only affiliation without an id in a group of contributors is that of all in it. */
function affiliationOfGroup(
  group: XmlElement,
  affiliations: ReadonlyMap<XmlElement | string, SourceAffiliation>,
): SourceAffiliation[] {
  const own = elementsOf(group).filter(({ name }) => /^aff(?:-alternatives)?$/.test(name));
  const [only] = own;
  if (!only || own.length > 1 || attributeOf(only, 'id') !== '') return [];
  const found = affiliations.get(only);
  return found ? [found] : [];
}

/** The ids to which an element refers. */
function idsIn(element: XmlElement): string[] {
  return attributeOf(element, 'rid')
    .split(/\s+/)
    .filter((id) => id !== '');
}

/** Without a type it is an author, except in a group of others. */
function roleOf(contrib: XmlElement, group: XmlElement): string {
  const type = attributeOf(contrib, 'contrib-type').trim();
  if (type !== '') return type;
  const content = attributeOf(group, 'content-type');
  return /edit|review|translat/i.test(content) ? content : 'author';
}

function otherContributor(
  { contrib, role }: { contrib: XmlElement; role: string },
  language: string,
): Contributor {
  const name = nameOf(contrib, language) ?? '';
  const text =
    typeof name === 'string'
      ? name
      : [name.given, name.family].filter((part) => part !== undefined).join(' ');
  return { name: text, role };
}

/** Members of a group that are named inside it are not authors, and neither is a person without a name. */
function nameOf(contrib: XmlElement, language: string): NameParts | string | null {
  const named = (alternatives: string, tag: string) =>
    childOf(contrib, tag) ?? inOwnLanguage(childrenOf(childOf(contrib, alternatives), tag), language);
  const name = named('name-alternatives', 'name');
  if (name) return partsOf(name);
  const text = named('name-alternatives', 'string-name');
  if (text) return isInParts(text) ? partsOf(text) : turnName(jatsName(text));
  const group =
    named('collab-alternatives', 'collab') ??
    named('collab-name-alternatives', 'collab-name') ??
    childOf(contrib, 'collab-wrap', 'collab-name');
  if (group) return groupName(group) || null;
  return jatsLine(childOf(contrib, 'on-behalf-of')) || null;
}

/** One without a language is in that of the article. */
function inOwnLanguage(alternatives: readonly XmlElement[], language: string): XmlElement | undefined {
  const list = alternatives.map((element) => ({
    element,
    language: attributeOf(element, 'lang') || language,
  }));
  return inLanguage(list, [languageCode(language), 'en'])?.element;
}

/** Returns true if all words of a name are in named parts: a particle between them, such as "de", must not be lost. */
function isInParts(name: XmlElement): boolean {
  const between = name.children.filter((child) => typeof child === 'string').join(' ');
  return !/\p{L}/u.test(between) && Boolean(childOf(name, 'surname') ?? childOf(name, 'given-names'));
}

function partsOf(name: XmlElement): NameParts | string | null {
  const part = (tag: string) => jatsName(childOf(name, tag));
  const [given, family, suffix] = [part('given-names'), part('surname'), part('suffix')];
  if (given === '' && family === '') return null;
  // In this style the family name comes first.
  const isFamilyFirst =
    attributeOf(name, 'name-style') === 'eastern' || languageCode(attributeOf(name, 'lang')) === 'hu';
  return { given, family, suffix, ...(isFamilyFirst && { isFamilyFirst }) };
}

const notOfGroupName = new Set(
  'contrib-group contrib name name-alternatives string-name aff address email fn xref label list'.split(' '),
);

function groupName(group: XmlElement): string {
  const children = group.children.filter(
    (child) => typeof child === 'string' || !notOfGroupName.has(child.name),
  );
  return jatsName({ ...group, children }).replace(/(?<![\s:])[\s:]+$/, '');
}

/** In any place: an id, a link, an address, inside a name; typed ones first. */
function orcidOf(contrib: XmlElement): { orcid: string; isOrcidUnverified: boolean } {
  const [found] = orcidElements(contrib);
  if (!found) return { orcid: '', isOrcidUnverified: false };
  const text = lineOf(found);
  return {
    orcid: [text, attributeOf(found, 'href')].find((one) => parseOrcid(one) !== null) ?? text,
    isOrcidUnverified: attributeOf(found, 'authenticated').toLowerCase() === 'false',
  };
}

function orcidElements(contrib: XmlElement): XmlElement[] {
  const ids: XmlElement[] = [];
  const others: XmlElement[] = [];
  const addresses: XmlElement[] = [];
  for (const part of partsIn(contrib)) {
    if (!orcidPlaces.has(part.name)) continue;
    const isTyped = orcidKinds.some((name) => /orcid/i.test(attributeOf(part, name)));
    if (isTyped) (part.name === 'contrib-id' ? ids : others).push(part);
    else if (/orcid\.org\//i.test(`${lineOf(part)} ${attributeOf(part, 'href')}`)) addresses.push(part);
  }
  return [...ids, ...others, ...addresses];
}

const orcidPlaces = new Set(['contrib-id', 'uri', 'ext-link', 'xref', 'named-content']);
const orcidKinds = ['contrib-id-type', 'ext-link-type', 'content-type', 'specific-use'];

/** An affiliation can be named by its own id or by that of the alternatives to which it belongs. */
function affiliationsById(
  parents: readonly XmlElement[],
  language: string,
): Map<XmlElement | string, SourceAffiliation> {
  const found = new Map<XmlElement | string, SourceAffiliation>();
  for (const element of parents.flatMap(elementsOf)) {
    const isList = element.name === 'aff-alternatives';
    const list = isList ? childrenOf(element, 'aff') : element.name === 'aff' ? [element] : [];
    const chosen = inOwnLanguage(list, language);
    if (!chosen) continue;
    const affiliation = affiliationOf(chosen);
    for (const one of isList ? [element, ...list] : list)
      found.set(attributeOf(one, 'id') || one, affiliation);
  }
  return found;
}

/** Those inside the contributor and those it refers to, in order. */
function affiliationsIn(
  contrib: XmlElement,
  byId: ReadonlyMap<XmlElement | string, SourceAffiliation>,
  language: string,
): SourceAffiliation[] {
  const named = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const found = partsIn(contrib).flatMap((part) => {
    if (part.name === 'aff') return [affiliationOf(part)];
    if (part.name === 'aff-alternatives') {
      const chosen = inOwnLanguage(childrenOf(part, 'aff'), language);
      return chosen ? [affiliationOf(chosen)] : [];
    }
    return part.name === 'xref' && /^(?:aff)?$/.test(attributeOf(part, 'ref-type')) ? named(idsIn(part)) : [];
  });
  // Copernicus has the ids at the contributor itself.
  return [...found, ...named(idsIn(contrib))];
}

/** The parts of a contributor at any depth, without the members of a group. */
function partsIn(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((part) => {
    if (part.name === 'contrib-group') return [];
    return part.name === 'aff-alternatives' ? [part] : [part, ...partsIn(part)];
  });
}

function refersToAffiliation(part: XmlElement): boolean {
  return part.name === 'xref' && attributeOf(part, 'ref-type') === 'aff' && idsIn(part).length > 0;
}
