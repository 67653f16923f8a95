import test from 'ava'
import { textWidth } from '../../../tools/release/text-width.ts'

const takes = test.macro((t, text: string, columns: number) => {
	t.is(textWidth(text), columns)
})

test('nothing', takes, '', 0)
test('ASCII', takes, '  -n, --namespace', 17)
test('marks of ours', takes, '● ✔ ✖ ◌ ★ ▁▂▃█', 14)
test('a colour takes none', takes, '\u001b[1;32mwell\u001b[0m', 4)
test('a letter with its accent in one character', takes, 'é', 1)
test('a letter with its accent in two', takes, 'e\u0301', 1)
test('Chinese', takes, '集群', 4)
test('Japanese', takes, 'クラスタ', 8)
test('Korean', takes, '클러스터', 8)
test('a picture', takes, '🚀', 2)
test('what joins and is not drawn', takes, 'a\u200db', 2)
test('Arabic', takes, 'مرحبا', 5)
