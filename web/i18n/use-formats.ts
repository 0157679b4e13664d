// Numbers, money, percents and times in the user's language, for features.

export { type Formats, useFormats } from '@fairtick/ui/locale';
