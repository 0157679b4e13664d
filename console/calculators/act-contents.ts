// What is written down of an act, picked apart for its sentence. Nothing of it where the contents were erased or can't be read.

import { isRecord } from '@fairtick/contract/client/is-record';

export interface ActContents {
  text(field: string): string;
  list(field: string): readonly string[];
}

export function actContents(json: string): ActContents {
  const fields = fieldsOf(json);
  return {
    text: (field) => {
      const value = fields[field];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    },
    list: (field) => {
      const value = fields[field];
      return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
    },
  };
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
