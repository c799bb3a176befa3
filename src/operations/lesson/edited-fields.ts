import { z } from 'zod';
import { lessonState, type Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';

const FieldsSchema = z.array(z.string());

/** Fields that `edit` has set in a lesson: a scan that finds it again leaves them as they are. */
export const editedFields = async (store: Store, lessonId: string): Promise<string[]> =>
  (await readState(store, lessonState('edited', lessonId), FieldsSchema)) ?? [];

/** Notes that these fields of a lesson were set by hand. */
export async function noteEdited(store: Store, lessonId: string, fields: readonly string[]): Promise<void> {
  if (fields.length === 0) return;
  const all = new Set([...(await editedFields(store, lessonId)), ...fields]);
  await keepState(store, lessonState('edited', lessonId), [...all].sort());
}
