// What is said while no controller has answered an object as it is. Pure.

export const unanswered =
	'the controller has not answered yet (kubectl etcd install check says whether one runs)'
