// Clients by the set of public topics they listen to: what one of a group gets in a flush, all of it get.

import type { Client, Group } from './client.ts';
import type { PublicTopic } from './topics.ts';

export class Groups {
  readonly #groups = new Map<string, Group>();

  [Symbol.iterator](): Iterator<Group> {
    return this.#groups.values();
  }

  get size(): number {
    return this.#groups.size;
  }

  enter(client: Client): void {
    this.#move(client, []);
  }

  leave(client: Client): void {
    const { group } = client;
    if (!group) return;
    group.clients.delete(client);
    if (group.clients.size === 0) this.#groups.delete(group.key);
    client.group = undefined;
  }

  /** The topic is owed in full: nothing of it was sent to this client yet. Harmless when it has it already. */
  add(client: Client, topic: PublicTopic): void {
    const topics = client.group?.topics ?? [];
    if (topics.includes(topic)) return;
    this.#move(client, [...topics, topic]);
    client.late ??= new Map();
    client.late.set(topic, -1);
  }

  remove(client: Client, topic: PublicTopic): void {
    const topics = client.group?.topics ?? [];
    if (!topics.includes(topic)) return;
    this.#move(
      client,
      topics.filter((one) => one !== topic),
    );
    client.late?.delete(topic);
  }

  #move(client: Client, topics: readonly PublicTopic[]): void {
    this.leave(client);
    const sorted = [...topics].sort((a, b) => a - b);
    const key = sorted.join(',');
    let group = this.#groups.get(key);
    if (!group) {
      group = { key, topics: sorted, clients: new Set() };
      this.#groups.set(key, group);
    }
    group.clients.add(client);
    client.group = group;
  }
}
