/** The native core as WebAssembly: its memory, which Python's worker fills and reads, and its functions. */

/** An object of Python's with bytes, as Pyodide hands it over. */
interface Bytes {
  getBuffer(type: "u8"): { data: Uint8Array; release(): void };
}

/** A list of Python's. */
interface Numbers {
  toJs(): (number | bigint)[];
}

type Call = (...values: (number | bigint)[]) => number | bigint;

/** What `sprague.system.wasm` asks of its host. Addresses and sizes are numbers of bytes. */
export interface Host {
  base: number;
  size(): number;
  grow(pages: number): void;
  clear(address: number, size: number): void;
  write(address: number, data: Bytes): void;
  read(address: number, data: Bytes): void;
  call(name: string, kinds: string, values: Numbers): number | bigint;
}

export async function load(file: Promise<ArrayBuffer>): Promise<Host> {
  const { instance } = await WebAssembly.instantiate(await file, {});
  const memory = instance.exports.memory as WebAssembly.Memory;
  const bytes = (address: number, size: number) => new Uint8Array(memory.buffer, address, size);
  return {
    base: Number((instance.exports.__heap_base as WebAssembly.Global).value),
    size: () => memory.buffer.byteLength,
    grow: (pages) => void memory.grow(pages),
    clear: (address, size) => void bytes(address, size).fill(0),
    write(address, data) {
      const view = data.getBuffer("u8");
      bytes(address, view.data.length).set(view.data);
      view.release();
    },
    read(address, data) {
      const view = data.getBuffer("u8");
      view.data.set(bytes(address, view.data.length));
      view.release();
    },
    call(name, kinds, values) {
      const given = values.toJs().map((value, i) => (kinds[i] === "i" ? BigInt(value) : Number(value)));
      return (instance.exports[name] as Call)(...given);
    },
  };
}
