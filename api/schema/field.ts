// The words in which the schema of our kinds is written, and the TypeScript type that each of them means. Pure.
// Every object keeps fields that we do not know, and none is required: what is stored from other days must stay readable
// and editable. What may be missing, and when, is the rules' business.

/** A rule in the API server's expression language, which holds even while the webhook is down. */
export interface Cel {
	readonly rule: string
	readonly message?: string
	/** Says the sentence of the same rule in api/rules. */
	readonly messageExpression?: string
	/** Gives the rule the stored value where there is one, so that it can spare what is already there. */
	readonly optionalOldSelf?: true
}

/** The part of JSON schema that a CustomResourceDefinition takes. */
export interface Node {
	readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
	readonly description?: string
	readonly format?: 'int32' | 'int64'
	readonly pattern?: string
	readonly enum?: readonly string[]
	readonly minimum?: number
	readonly maximum?: number
	readonly minLength?: number
	readonly maxLength?: number
	readonly maxItems?: number
	readonly maxProperties?: number
	readonly properties?: Readonly<Record<string, Node>>
	readonly additionalProperties?: Node
	readonly items?: Node
	readonly 'x-kubernetes-preserve-unknown-fields'?: true
	readonly 'x-kubernetes-int-or-string'?: true
	readonly 'x-kubernetes-validations'?: readonly Cel[]
}

declare const meaning: unique symbol
export interface Field<T> {
	readonly node: Node
	readonly [meaning]?: T
}
export type TypeOf<F> = F extends Field<infer T> ? T : never
export type Fields = Readonly<Record<string, Field<unknown>>>
export type Shape<P extends Fields> = { readonly [K in keyof P]?: TypeOf<P[K]> }

type Extra = Pick<
	Node,
	| 'pattern'
	| 'minimum'
	| 'maximum'
	| 'minLength'
	| 'maxLength'
	| 'maxItems'
	| 'maxProperties'
	| 'x-kubernetes-validations'
>

export const cel = (...rules: readonly Cel[]): Extra => ({ 'x-kubernetes-validations': rules })

export const text = (description: string, extra: Extra = {}): Field<string> => ({
	node: { type: 'string', description, ...extra },
})

export const choice = <const T extends readonly string[]>(
	description: string,
	...values: T
): Field<T[number]> => ({ node: { type: 'string', description, enum: values } })

export const whole = (description: string, extra: Extra = {}): Field<number> => ({
	node: { type: 'integer', format: 'int64', description, ...extra },
})

export const small = (description: string, extra: Extra = {}): Field<number> => ({
	node: { type: 'integer', format: 'int32', description, ...extra },
})

export const truth = (description: string): Field<boolean> => ({ node: { type: 'boolean', description } })

/** A number of bytes, of cores or the like as Kubernetes writes them: 8Gi, 500m, 3. */
export const quantity = (description: string, extra: Extra = {}): Field<string | number> => ({
	node: { 'x-kubernetes-int-or-string': true, description, ...extra },
})

/** Whatever it is, kept as it is. */
export const anything = (): Field<unknown> => ({ node: { 'x-kubernetes-preserve-unknown-fields': true } })

/** Longer than anybody's, and short enough to look through. */
const longestList = 1024

export const list = <T>(description: string, items: Field<T>, extra: Extra = {}): Field<readonly T[]> => ({
	node: { type: 'array', description, items: items.node, maxItems: longestList, ...extra },
})

export const map = <T>(
	description: string,
	values: Field<T>,
	extra: Extra = {},
): Field<Readonly<Record<string, T>>> => ({
	node: { type: 'object', description, additionalProperties: values.node, ...extra },
})

export const object = <P extends Fields>(
	description: string,
	fields: P,
	extra: Extra = {},
): Field<Shape<P>> => ({
	node: {
		type: 'object',
		description,
		'x-kubernetes-preserve-unknown-fields': true,
		properties: Object.fromEntries(Object.entries(fields).map(([name, { node }]) => [name, node])),
		...extra,
	},
})
