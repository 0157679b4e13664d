// Where people find this server: in links of letters, for passkeys, and in what a start says.

import type { Config } from './config.ts';

/** Origins, without a slash at the end. */
export interface Addresses {
  readonly app: string;
  readonly console: string;
  /** Hosts to which the service's status may lead people, beside paths of the app. */
  readonly statusHosts: readonly string[];
  /** Hosts whose customers' service may stand in a frame of the app. */
  readonly serviceHosts: readonly string[];
}

export interface Ports {
  readonly app: number;
  readonly console: number;
}

/** A browser on this machine is sent to localhost: passkeys work under a name alone, and under an address of digits never. */
export const addressesOf = (
  config: Pick<Config, 'host' | 'publicUrl' | 'consoleUrl' | 'statusHosts' | 'serviceHosts'>,
  ports: Ports,
): Addresses => ({
  app: config.publicUrl ?? localOrigin(config.host, ports.app),
  console: config.consoleUrl ?? localOrigin(config.host, ports.console),
  statusHosts: config.statusHosts,
  serviceHosts: config.serviceHosts,
});

const HERE = ['127.0.0.1', '0.0.0.0', '::1', '::'];

function localOrigin(host: string, port: number): string {
  const name = HERE.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
