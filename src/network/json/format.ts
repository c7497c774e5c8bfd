/**
 * The JSON form of a network: an object with
 *
 * | key             | what it holds                                                                                                    |
 * | --------------- | ---------------------------------------------------------------------------------------------------------------- |
 * | `format`        | `"woodstock-network"`                                                                                            |
 * | `version`       | 1                                                                                                                |
 * | `name`          | for people                                                                                                       |
 * | `variables`     | in the order of a policy: `{"name", "kind": "decision"\|"stochastic"\|"auxiliary", "stage": 0, "values": ["a"]}` |
 * | `constraints`   | below                                                                                                            |
 * | `distributions` | `{"kind": "table", "variable", "scope", "rows": [{"tuple", "probabilities"}]}`: the first row that agrees counts;  |
 * |                 | `{"kind": "uniform", "variable", "scope"}`: over the values whose Boolean in the scope is true                   |
 * | `players`       | their names                                                                                                      |
 * | `utilities`     | `{"player", "scope", "rows": [{"tuple", "utility"}], "otherwise": 0}`                                            |
 * | `threshold`     | θ of each player, or one where there are none                                                                    |
 *
 * and constraints in the forms
 *
 *     {"kind": "table", "scope": ["x", "y"], "tuples": [[0, 1], ["*", 2]]}      one of the tuples
 *     {"kind": "and", "literals": [["b", "=", 1], ["x", "!=", 2]]}              the first literal iff all others; "or": iff some other
 *     {"kind": "clause", "literals": [["b", "=", 1], ["x", "!=", 2]]}           some literal
 *     {"kind": "equal", "scope": ["x", "y"]}                                    the same value
 *     {"kind": "channel", "scope": ["x", "b0", "b1"]}                           x = v iff the v-th Boolean is true
 *
 * A variable, a player and a value are named by a string or counted from 0 by a number; `"*"` in a tuple is any value. Whoever writes by hand
 * names; what Woodstock writes counts, which is half as long. `stage` is 0, `values` are false and true, `otherwise` and `threshold` are 0 and
 * lists are empty where they are left out.
 */
export const FORMAT = 'woodstock-network';

/** It grows when an old reader could misread a new file. */
export const VERSION = 1;
