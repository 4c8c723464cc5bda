// What Pantau uses of the two packages that an operator installs beside a model.

export interface Runtime {
  readonly env: { readonly wasm: { numThreads: number } }
  readonly InferenceSession: { create(model: Uint8Array): Promise<Session> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor
}

export interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>
}

export interface Tensor {
  readonly data: ArrayLike<number | bigint>
}

export interface TokenizerPackage {
  readonly Tokenizer: new (tokenizer: unknown, config: unknown) => Tokenizer
}

export interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] }
}
