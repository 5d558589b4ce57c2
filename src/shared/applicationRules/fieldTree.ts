import type { Dialect } from '../account.ts';
import { type AcceptedField, acceptedFields } from '../applicationFields.ts';
import { dialects } from '../dialects.ts';

/** A field of the record with the fields inside it, by name. */
export interface FieldNode extends AcceptedField {
  members: Map<string, FieldNode>;
}

const trees = new Map<Dialect, FieldNode>();

/** What an application may hold in a dialect; the contact and the list of identifiers are in the specification only (reference/dialects.md). */
export function fieldTree(dialect: Dialect): FieldNode {
  const known = trees.get(dialect);
  if (known) return known;
  const root = node({ path: '', kind: 'object' });
  for (const field of [...acceptedFields, ...extraFields(dialect)]) insert(root, field);
  trees.set(dialect, root);
  return root;
}

function extraFields(dialect: Dialect): AcceptedField[] {
  const { contact, journalIssns } = dialects[dialect];
  const extra: Parameters<typeof node>[0][] = [];
  if (contact === 'required')
    extra.push(
      { path: 'admin.contact', kind: 'object' },
      { path: 'admin.contact.name', coerce: 'unicode' },
      { path: 'admin.contact.email', coerce: 'unicode' },
      { path: 'admin.in_directory', coerce: 'unicode' },
      { path: 'admin.upload_id', coerce: 'unicode' },
    );
  if (journalIssns === 'identifier-list')
    extra.push(
      { path: 'bibjson.identifier', kind: 'list', hasObjects: true },
      { path: 'bibjson.identifier[].type' },
      { path: 'bibjson.identifier[].id' },
    );
  return extra.map(node);
}

function node(field: Partial<AcceptedField> & { path: string }): FieldNode {
  return {
    kind: 'field',
    coerce: null,
    hasObjects: false,
    allowed: null,
    isRequired: false,
    ...field,
    members: new Map(),
  };
}

function insert(root: FieldNode, field: AcceptedField): void {
  const names = field.path.replaceAll('[]', '').split('.');
  const parent = names.slice(0, -1).reduce((at, name) => at.members.get(name)!, root);
  parent.members.set(names.at(-1)!, node(field));
}
