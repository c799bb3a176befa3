/** Where the JSON Schema of a file that is written is found; the same as the `$id` of `schemas/NAME.json`. */
export const schemaUrl = (name: string): string => `https://lessons-learned.dev/schemas/${name}.json`;
