// How kubectl names our objects. Pure.
export const clusterTitle = (name: string): string => `etcdcluster.etcd.database.coreos.com/${name}`
