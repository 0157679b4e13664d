// Joins class names; leaves out what is false or absent.

export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
