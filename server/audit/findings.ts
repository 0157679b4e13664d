// What an audit found wrong, as sentences. It goes on after the first, up to a limit: one hole must not hide another.

const MAX_FINDINGS = 100;

export class Findings {
  readonly list: string[] = [];

  add(sentence: string): void {
    if (this.list.length < MAX_FINDINGS) this.list.push(sentence);
  }

  get full(): boolean {
    return this.list.length >= MAX_FINDINGS;
  }
}
