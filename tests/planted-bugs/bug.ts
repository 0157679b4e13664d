// What a planted bug is: edits that must fit the code exactly, and the smallest part of the suite that must notice them.

export interface PlantedEdit {
  readonly file: string;
  /** Stands in the file exactly once; else the bug no longer fits the code and the run says so. */
  readonly find: string;
  readonly replace: string;
}

export interface PlantedBug {
  readonly name: string;
  /** What would happen to a user or the house. */
  readonly harm: string;
  readonly edits: readonly PlantedEdit[];
  readonly project: 'unit' | 'integration' | 'security';
  /** Test files that must turn red. */
  readonly tests: readonly string[];
}

/** The file's text with the edit in it. Throws unless the edit fits exactly once. */
export function planted(text: string, { file, find, replace }: PlantedEdit): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${file}: ${places} places fit instead of one: ${find}`);
  if (find === replace) throw new Error(`${file}: the edit changes nothing`);
  return text.replace(find, () => replace);
}
