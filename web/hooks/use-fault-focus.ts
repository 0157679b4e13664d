// After a refusal the focus goes to the first field that it is about: on a phone that field may stand out of sight above the button.

import { type RefObject, useEffect } from 'react';

/** `refusal`: the last one that the form shows at its fields; another one each time. */
export function useFaultFocus(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusal]);
}
