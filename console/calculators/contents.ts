// The contents of an act for reading: JSON laid out over lines. What is no JSON is shown as it came.

export function laidOut(contents: string): string {
  try {
    return JSON.stringify(JSON.parse(contents), null, 2);
  } catch {
    return contents;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
