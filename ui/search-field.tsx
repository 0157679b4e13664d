// One line to search by: the keyboard of a search, and none of what a phone would make of it.

import Search from 'lucide-react/icons/search';
import { Field } from './field.tsx';

export function SearchField(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly maxLength: number;
  readonly autoFocus?: boolean;
}) {
  return (
    <Field
      {...props}
      quietLabel
      type="search"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      start={<Search aria-hidden="true" size={18} className="shrink-0 text-quiet" />}
    />
  );
}
