// Kubeconfigs as tests need them.
import { stringify } from 'yaml'
import { ca, certificateOf } from './recorder.ts'

type Fields = Readonly<Record<string, unknown>>

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

export const alice = certificateOf('alice')
export const bob = certificateOf('bob')

export const trusted: Fields = { 'certificate-authority-data': base64(ca) }

export const asAlice: Fields = {
	'client-certificate-data': base64(alice.certificate),
	'client-key-data': base64(alice.key),
}

/** One context of everything, which is current. */
export const config = (cluster: Fields, user: Fields, context: Fields = {}, rest: Fields = {}): string =>
	stringify({
		apiVersion: 'v1',
		kind: 'Config',
		'current-context': 'c',
		contexts: [{ name: 'c', context: { cluster: 'k', user: 'u', ...context } }],
		clusters: [{ name: 'k', cluster }],
		users: [{ name: 'u', user }],
		...rest,
	})

const v1 = 'client.authentication.k8s.io/v1'

/** A program that writes down what it is told, and then answers. */
export const plugin = (status: Fields | string, { apiVersion = v1, told = 'told' } = {}): string => {
	const answer =
		typeof status === 'string' ? status : JSON.stringify({ apiVersion, kind: 'ExecCredential', status })
	return [
		'#!/bin/sh',
		`printf '%s\\n' "$KUBERNETES_EXEC_INFO" >> "$HOME/${told}"`,
		`printf 'args %s\\n' "$*" >> "$HOME/${told}"`,
		`cat <<END\n${answer}\nEND\n`,
	].join('\n')
}

export const exec = (more: Fields = {}): Fields => ({
	exec: { apiVersion: v1, command: 'etcd-login', interactiveMode: 'Never', ...more },
})
