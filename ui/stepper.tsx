// A number with a minus and a plus beside it. What a step is and where it ends is the caller's.

import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { DecimalField } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export interface StepperProps {
  readonly label: string;
  readonly quietLabel?: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly canDecrease: boolean;
  readonly canIncrease: boolean;
  readonly decreaseLabel: string;
  readonly increaseLabel: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

export function Stepper(props: StepperProps) {
  return (
    <DecimalField
      label={props.label}
      {...(props.quietLabel === undefined ? {} : { quietLabel: props.quietLabel })}
      value={props.value}
      onValue={props.onValue}
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      {...(props.error === undefined ? {} : { error: props.error })}
      disabled={props.disabled}
      boxClassName="px-0.5! [&_input]:text-center [&_input]:font-semibold"
      start={
        <IconButton
          label={props.decreaseLabel}
          disabled={props.disabled || !props.canDecrease}
          onClick={() => props.onStep(-1)}
        >
          <Minus aria-hidden="true" size={18} />
        </IconButton>
      }
      end={
        <IconButton
          label={props.increaseLabel}
          disabled={props.disabled || !props.canIncrease}
          onClick={() => props.onStep(1)}
        >
          <Plus aria-hidden="true" size={18} />
        </IconButton>
      }
    />
  );
}
