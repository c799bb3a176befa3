/** Disjoint sets; the name of a set is its smallest member, whatever the order of unions. */
export class UnionFind<T extends string | number = string> {
  readonly #parent = new Map<T, T>();

  add(item: T): void {
    if (!this.#parent.has(item)) this.#parent.set(item, item);
  }

  find(item: T): T {
    this.add(item);
    let root = item;
    for (let next = this.#parent.get(root)!; next !== root; next = this.#parent.get(root)!) root = next;
    for (let at = item; at !== root; ) {
      const next = this.#parent.get(at)!;
      this.#parent.set(at, root);
      at = next;
    }
    return root;
  }

  join(a: T, b: T): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return;
    if (x < y) this.#parent.set(y, x);
    else this.#parent.set(x, y);
  }
}
