import { lazyInOffice } from '../lazy/lazyInOffice.ts';

export const OpenBy = lazyInOffice(async () => (await import('./OpenBy.tsx')).OpenBy);
export const OfficeNotes = lazyInOffice(async () => (await import('./OfficeNotes.tsx')).OfficeNotes);
