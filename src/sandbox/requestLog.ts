/** One request as `GET /_sandbox/state` shows it; status 0 means that no response was sent. */
export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  status: number;
  /** The fault `hang` keeps it without a response, after processing it if that was asked for. */
  isHanging: boolean;
}

const MOST = 200_000;

/** The most recent requests in compact form. */
export class RequestLog {
  private readonly at: number[] = [];
  private readonly methods: string[] = [];
  private readonly paths: string[] = [];
  private readonly statuses: (number | 'hanging')[] = [];
  private next = 0;

  /** Adds a request, whose path must be redacted already, and returns a function that sets how it ended. */
  add(at: Date, method: string, path: string): (status: number | 'hanging') => void {
    const slot = this.next % MOST;
    this.next += 1;
    const number = this.next;
    this.at[slot] = at.getTime();
    this.methods[slot] = method;
    this.paths[slot] = path;
    this.statuses[slot] = 0;
    return (status) => {
      if (this.next - number < MOST) this.statuses[slot] = status;
    };
  }

  /** Oldest first. */
  list(): LoggedRequest[] {
    const kept = Math.min(this.next, MOST);
    return Array.from({ length: kept }, (_, index) => {
      const slot = (this.next - kept + index) % MOST;
      const status = this.statuses[slot]!;
      const isHanging = status === 'hanging';
      return {
        at: new Date(this.at[slot]!).toISOString(),
        method: this.methods[slot]!,
        path: this.paths[slot]!,
        status: isHanging ? 0 : status,
        isHanging,
      };
    });
  }

  clear(): void {
    this.next = 0;
  }
}

/** Redacts the value of every `api_key` parameter, in any spelling, and every known key in an address. */
export function redactAddress(address: string, isKnownKey: (text: string) => boolean): string {
  const [path = '', ...queries] = address.split('?');
  const cleanPath = path.replace(/[^/]+/g, (part) => (isKnownKey(decoded(part)) ? '***' : part));
  if (queries.length === 0) return cleanPath;
  const query = queries
    .join('?')
    .split('&')
    .map((parameter) => {
      const equals = parameter.indexOf('=');
      const name = equals < 0 ? parameter : parameter.slice(0, equals);
      const value = equals < 0 ? '' : parameter.slice(equals + 1);
      return decoded(name).toLowerCase() === 'api_key' || isKnownKey(decoded(value))
        ? `${name}=***`
        : parameter;
    });
  return `${cleanPath}?${query.join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
