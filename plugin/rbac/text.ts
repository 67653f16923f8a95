// Roles as YAML, with what each optional rule is for and the line that binds them.
import { Document, isMap, isSeq, parseDocument, stringify } from 'yaml'
import { bindingLine, type Role } from './roles.ts'

export const objectOf = ({ kind, namespace, name, rules }: Role) => ({
	apiVersion: 'rbac.authorization.k8s.io/v1',
	kind,
	metadata: { name, ...(namespace !== undefined && { namespace }) },
	rules: rules.map(({ rule }) => rule),
})

function text(role: Role): string {
	const document: Document = parseDocument(stringify(objectOf(role)))
	document.commentBefore = ` ${bindingLine(role)}`
	const rules = document.get('rules')
	if (isSeq(rules))
		for (const [index, { says }] of role.rules.entries()) {
			const rule = rules.items[index]
			if (says !== undefined && isMap(rule)) rule.commentBefore = ` ${says}`
		}
	return document.toString({ lineWidth: 0 })
}

export const rolesText = (roles: readonly Role[]): string => roles.map(text).join('---\n')
