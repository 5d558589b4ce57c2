import type { Dialect } from '../../directory/account.ts';
import { dialects } from '../../directory/dialects.ts';
import { ofPack } from '../../rulePack/rulePack.ts';
import { type AcceptedField, acceptedFields } from '../acceptedFields.ts';

/** A field of the record with the fields inside it, by name. */
export interface FieldNode extends AcceptedField {
  members: Map<string, FieldNode>;
}

const trees = ofPack(() => new Map<string, FieldNode>());

/** Permitted fields; contact and identifiers only as specified (reference/dialects.md). */
export function fieldTree(dialect: Dialect, isUpdate: boolean): FieldNode {
  const key = `${dialect} ${isUpdate}`;
  const known = trees().get(key);
  if (known) return known;
  const root = node({ path: '', kind: 'object' });
  for (const field of [...acceptedFields(), ...extraFields(dialect, isUpdate)]) insert(root, field);
  trees().set(key, root);
  return root;
}

function extraFields(dialect: Dialect, isUpdate: boolean): AcceptedField[] {
  const { contact, journalIssns } = dialects[dialect];
  const extra: Parameters<typeof node>[0][] = [];
  if (contact === 'required')
    extra.push(
      ...(isUpdate
        ? [{ path: 'admin.contact' }]
        : [
            { path: 'admin.contact', kind: 'object' as const },
            { path: 'admin.contact.name', coerce: 'unicode' },
            { path: 'admin.contact.email', coerce: 'unicode' },
          ]),
      { path: 'admin.in_directory', coerce: 'unicode' },
      { path: 'admin.upload_id', coerce: 'unicode' },
    );
  if (journalIssns === 'identifier-list')
    extra.push(
      { path: 'bibjson.identifier', kind: 'list', hasObjects: true },
      { path: 'bibjson.identifier[].type', isRequired: true },
      { path: 'bibjson.identifier[].id', isRequired: true },
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
