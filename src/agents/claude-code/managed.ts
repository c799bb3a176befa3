import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where an administrator's settings lie; they stand above the user's. */
const FOLDERS: Record<string, string> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
};
export const MANAGED_FOLDER = FOLDERS[process.platform] ?? '/etc/claude-code';

/** The administrator's settings, of which later ones add to earlier ones. */
export function managedPaths(folder: string): string[] {
  const added = join(folder, 'managed-settings.d');
  return [join(folder, 'managed-settings.json'), ...settingsIn(added).map((name) => join(added, name))];
}

function settingsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}

/** What keeps hooks of the user's own settings from running. */
export function keptOut(settings: Record<string, unknown>, path: string): string[] {
  const { allowManagedHooksOnly, strictPluginOnlyCustomization: strict } = settings;
  if (allowManagedHooksOnly === true)
    return [`${path} lets only an administrator’s own hooks run (allowManagedHooksOnly)`];
  return strict === true || (Array.isArray(strict) && strict.includes('hooks'))
    ? [`${path} lets only hooks of plugins run (strictPluginOnlyCustomization): ours run as a plugin alone`]
    : [];
}
