// A picture to be read, or a computation in its place for whoever cannot read it. Each is good for one call.

import { useRef, useState } from 'react';
import { call } from '../../../stores/api.ts';
import { canCompute, solveWork } from '../../../stores/captcha-work.ts';

interface Shown {
  readonly key: string;
  /** A data: URI. */
  readonly image: string;
  readonly work: string;
}

export interface Captcha {
  readonly asked: boolean;
  readonly shown: Shown | undefined;
  readonly failed: boolean;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly work: 'impossible' | 'possible' | 'running' | 'done';
  readonly compute: () => void;
  /** From now on a picture is shown; asked again, another one. */
  readonly ask: () => void;
  /** What was answered is worth nothing any more. */
  readonly spent: () => void;
  readonly missing: boolean;
  readonly focus: () => void;
  /** The fields of the call; none while no picture is asked for. */
  readonly answer: { readonly key?: string; readonly captcha?: string };
}

export function useCaptcha(): Captcha {
  const [asked, setAsked] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const [failed, setFailed] = useState(false);
  const [text, setText] = useState('');
  const [solution, setSolution] = useState('');
  const [running, setRunning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** Which picture is the newest: what an older one's computation finds is not for it. */
  const turn = useRef(0);

  async function load(): Promise<void> {
    turn.current += 1;
    const own = turn.current;
    setAsked(true);
    setText('');
    setSolution('');
    setRunning(false);
    try {
      const next = await call('captcha', {}, { quiet: true });
      if (own !== turn.current) return;
      setShown(next);
      setFailed(false);
    } catch {
      if (own === turn.current) setFailed(true);
    }
  }

  async function compute(work: string): Promise<void> {
    const own = turn.current;
    setRunning(true);
    const found = await solveWork(work);
    if (own !== turn.current) return;
    setRunning(false);
    setSolution(found ?? '');
  }

  const answered = solution === '' ? text.trim() : solution;
  return {
    asked,
    shown,
    failed,
    text,
    setText,
    input,
    work: !canCompute() ? 'impossible' : running ? 'running' : solution === '' ? 'possible' : 'done',
    compute: () => {
      if (shown && !running) void compute(shown.work);
    },
    ask: () => void load(),
    spent: () => {
      if (asked) void load();
    },
    missing: asked && answered === '',
    focus: () => input.current?.focus(),
    answer: asked && shown ? { key: shown.key, captcha: answered } : {},
  };
}
