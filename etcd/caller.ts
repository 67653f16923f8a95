// Whatever a member can be asked through: a connection, or one that says who asks. Pure.
import type {
	DescMessage,
	DescMethodBiDiStreaming,
	DescMethodServerStreaming,
	DescMethodUnary,
	MessageInitShape,
	MessageShape,
} from '@bufbuild/protobuf'
import type { Streaming, StreamOptions } from './streaming.ts'
import type { Metadata } from './unary.ts'

export interface Caller {
	call<I extends DescMessage, O extends DescMessage>(
		method: DescMethodUnary<I, O>,
		input: MessageInitShape<I>,
		deadlineMs: number,
		metadata?: Metadata,
	): Promise<MessageShape<O>>
	stream<I extends DescMessage, O extends DescMessage>(
		method: DescMethodServerStreaming<I, O> | DescMethodBiDiStreaming<I, O>,
		options?: StreamOptions,
	): Promise<Streaming<I, O>>
}
