import { type EditableName, editableFields } from '../articleFields.ts';

/** The fields of an article whose texts can be searched, trimmed and changed in case. */
export const textFields = editableFields('replace');
export type TextField = EditableName<'replace'>;

/** The fields that an edit can set to one value; those of links are set in every link. */
export const valueFields = editableFields('set');
export type ValueField = EditableName<'set'>;

/** The fields that an edit can empty. */
export const clearableFields = editableFields('clear');
export type ClearableField = EditableName<'clear'>;
