/* The least total of guesses that cracks every code of Mastermind once, by branch and bound.

   usage: mastermind_search COLOURS PEGS CODE_REPEATS GUESS_REPEATS KNOWN

   KNOWN: a total that can be reached, or 0; with it the search is faster. Prints the least total, then the strategy in the words
   of companion/games/mastermind/mind/strategies.txt; the total 0 where KNOWN is not reached.

   A group is the list of the codes that are still possible, ascending. Its total is the number of guesses that crack each of its
   codes once. What was found for a group is kept: its total and first guess, or a bound below it. tools/mastermind_strategies.py
   compiles and runs this, and says what the strategies are for. */

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PEGS = 5, MOST_COLOURS = 10, MOST_ANSWERS = 21, LOOKED_THROUGH = 2 };
/* LOOKED_THROUGH: guesses after which all that is alike is no longer looked for. Little is, and to look takes longer. */

typedef struct {
    uint64_t key;
    uint32_t check;
    int32_t bound;
    int16_t guess; /* -1: the bound is no more than that; -2: an empty place */
    uint8_t looked; /* whether the bound is that of all first guesses */
} Known;

typedef struct {
    int low, squares, guess;
} Candidate;

static int colours, pegs, codes, guesses, answers, cracked;
static uint8_t (*code_pegs)[MOST_PEGS], (*guess_pegs)[MOST_PEGS];
static uint8_t *by_guess, *by_code; /* the answer of each code to each guess, in both orders */
static int *guess_of_code;
static int *least;
static int permutations[120][MOST_PEGS], permuted;
static uint64_t *codes_key;
static uint32_t *codes_check;
static Known *table;
static size_t places, filled;

static int total(const uint16_t *group, int size, int limit, const int *before, int depth, int *guess);

/* Answers are numbered as in codes.py: ascending by the exact ones, then the near ones, without (pegs - 1, 1). */
static int answer_number(int exact, int near) {
    int number = 0;
    for (int red = 0; red <= pegs; red++)
        for (int white = 0; white <= pegs - red; white++) {
            if (red == pegs - 1 && white == 1) continue;
            if (red == exact && white == near) return number;
            number++;
        }
    abort();
}

static int answer(const uint8_t *code, const uint8_t *guess) {
    int exact = 0, common = 0, in_code[MOST_COLOURS] = {0}, in_guess[MOST_COLOURS] = {0};
    for (int place = 0; place < pegs; place++) {
        exact += code[place] == guess[place];
        in_code[code[place]]++;
        in_guess[guess[place]]++;
    }
    for (int colour = 0; colour < colours; colour++)
        common += in_code[colour] < in_guess[colour] ? in_code[colour] : in_guess[colour];
    return answer_number(exact, common - exact);
}

static int every_row(int repeats, uint8_t (**rows)[MOST_PEGS]) {
    int all = 1, count = 0;
    for (int place = 0; place < pegs; place++) all *= colours;
    *rows = malloc((size_t)all * MOST_PEGS);
    for (int number = 0; number < all; number++) {
        uint8_t row[MOST_PEGS] = {0};
        int rest = number, twice = 0;
        for (int place = pegs - 1; place >= 0; place--, rest /= colours) row[place] = (uint8_t)(rest % colours);
        for (int place = 0; place < pegs; place++)
            for (int other = 0; other < place; other++) twice |= row[place] == row[other];
        if (repeats || !twice) memcpy((*rows)[count++], row, MOST_PEGS);
    }
    return count;
}

/* No strategy takes fewer guesses for so many codes, whichever they are: a guess cracks one code at most, and each other answer
   can lead to one code that is cracked by the next guess, and so on. */
static void find_least(void) {
    long room = 1, used = 0;
    int row = 1;
    least = calloc((size_t)codes + 1, sizeof(int));
    for (int size = 1; size <= codes; size++) {
        if (used == room) {
            room = room > codes ? room : room * (answers - 1);
            used = 0;
            row++;
        }
        used++;
        least[size] = least[size - 1] + row;
    }
}

static Known *find(uint64_t key, uint32_t check) {
    size_t at = key & (places - 1);
    while (table[at].guess != -2 && (table[at].key != key || table[at].check != check)) at = (at + 1) & (places - 1);
    return &table[at];
}

static void grow(void) {
    Known *old = table;
    size_t before = places;
    places = places ? places * 2 : 1 << 20;
    table = malloc(places * sizeof(Known));
    if (!table) abort();
    for (size_t at = 0; at < places; at++) table[at].guess = -2;
    for (size_t at = 0; at < before; at++)
        if (old[at].guess != -2) *find(old[at].key, old[at].check) = old[at];
    free(old);
}

/* What is known of a group; a new entry holds the bound of its size. It moves when another one is asked for. */
static Known *known(const uint16_t *group, int size) {
    uint64_t key = 0;
    uint32_t check = 0;
    for (int at = 0; at < size; at++) {
        key ^= codes_key[group[at]];
        check += codes_check[group[at]];
    }
    Known *found = find(key, check);
    if (found->guess == -2) {
        if (2 * ++filled > places) {
            grow();
            found = find(key, check);
        }
        *found = (Known){key, check, least[size], -1, 0};
    }
    return found;
}

static void remember(const uint16_t *group, int size, int bound, int guess) {
    Known *entry = known(group, size);
    entry->bound = bound;
    entry->guess = (int16_t)guess;
    entry->looked = 1;
}

/* The code of a group that tells all others apart, or all but two; -1: none. See closing_guess in guesses.py. `parts`: how many
   answers it gets. */
static int closing(const uint16_t *group, int size, int *parts) {
    int nearly = -1;
    for (int at = 0; at < size; at++) {
        const uint8_t *row = by_guess + (size_t)guess_of_code[group[at]] * codes;
        uint32_t seen = 0;
        for (int other = 0; other < size; other++) seen |= 1u << row[group[other]];
        *parts = __builtin_popcount(seen);
        if (*parts == size) return guess_of_code[group[at]];
        if (nearly < 0 && *parts == size - 1) nearly = guess_of_code[group[at]];
    }
    *parts = size - 1;
    return nearly;
}

/* A total that no strategy for the group goes below, as far as it is quickly found. `deep`: look at all first guesses. */
static int bound_of(const uint16_t *group, int size, int deep) {
    if (size <= 2) return 2 * size - 1;
    Known *entry = known(group, size);
    if (entry->guess >= 0 || entry->looked) return entry->bound;
    if (size <= answers) {
        int parts, guess = closing(group, size, &parts);
        int bound = guess < 0 ? 2 * size : 3 * size - 1 - parts;
        remember(group, size, bound, guess);
        return bound;
    }
    if (!deep) return entry->bound;
    int best = INT_MAX;
    const uint8_t **rows = malloc((size_t)size * sizeof(*rows));
    for (int at = 0; at < size; at++) rows[at] = by_code + (size_t)group[at] * guesses;
    for (int guess = 0; guess < guesses; guess++) {
        int sizes[MOST_ANSWERS] = {0}, low = size;
        for (int at = 0; at < size; at++) sizes[rows[at][guess]]++;
        for (int one = 0; one < answers; one++)
            if (one != cracked) low += least[sizes[one]];
        if (low < best) best = low;
    }
    free(rows);
    entry = known(group, size);
    if (best > entry->bound) entry->bound = best;
    entry->looked = 1;
    return entry->bound;
}

/* Of all guesses that are alike after those before, by other places and colours that leave these as they are, the first. */
static const int *different(const int *before, int depth, int *count) {
    static struct { int depth, before[LOOKED_THROUGH], count, *list; } kept[4096];
    static int used;
    for (int at = 0; at < used; at++)
        if (kept[at].depth == depth && !memcmp(kept[at].before, before, (size_t)depth * sizeof(int))) {
            *count = kept[at].count;
            return kept[at].list;
        }
    int names[120][MOST_COLOURS], orders[120], same = 0;
    for (int order = 0; order < permuted; order++) {
        int *name = names[same], fits = 1, named = 0;
        for (int colour = 0; colour < colours; colour++) name[colour] = -1;
        for (int row = 0; row < depth; row++)
            for (int place = 0; place < pegs; place++) {
                int old = guess_pegs[before[row]][permutations[order][place]], new = guess_pegs[before[row]][place];
                if (name[old] < 0) name[old] = new, named++;
                fits &= name[old] == new;
            }
        for (int colour = 0; colour < colours; colour++)
            for (int other = 0; other < colour; other++) fits &= name[colour] < 0 || name[colour] != name[other];
        if (fits) orders[same++] = order;
    }
    uint64_t *seen = malloc((size_t)guesses * sizeof(*seen));
    int *list = malloc((size_t)guesses * sizeof(int)), found = 0;
    for (int guess = 0; guess < guesses; guess++) {
        uint64_t lowest = UINT64_MAX;
        for (int one = 0; one < same; one++) {
            int name[MOST_COLOURS], fresh = 0;
            uint64_t made = 0;
            memcpy(name, names[one], sizeof(name));
            for (int place = 0; place < pegs; place++) {
                int colour = guess_pegs[guess][permutations[orders[one]][place]];
                if (name[colour] < 0) name[colour] = MOST_COLOURS + fresh++;
                made = made * 32 + (uint64_t)name[colour];
            }
            if (made < lowest) lowest = made;
        }
        int at = 0;
        while (at < found && seen[at] != lowest) at++;
        if (at == found) seen[found] = lowest, list[found++] = guess;
    }
    free(seen);
    list = realloc(list, (size_t)found * sizeof(int));
    if (used < 4096) {
        kept[used].depth = depth;
        memcpy(kept[used].before, before, (size_t)depth * sizeof(int));
        kept[used].count = found;
        kept[used++].list = list;
    }
    *count = found;
    return list;
}

static int by_bound(const void *one, const void *other) {
    const Candidate *a = one, *b = other;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->squares != b->squares) return a->squares < b->squares ? -1 : 1;
    return a->guess < b->guess ? -1 : 1;
}

/* The guesses that may do with less than `limit`, of those that split the group alike the first; the best bounds first. */
static int promising(const uint16_t *group, int size, int limit, const int *before, int depth, Candidate *found) {
    int count = guesses, candidates = 0;
    const int *list = depth <= LOOKED_THROUGH ? different(before, depth, &count) : NULL;
    const uint8_t **rows = malloc((size_t)size * sizeof(*rows));
    for (int at = 0; at < size; at++) rows[at] = by_code + (size_t)group[at] * guesses;
    size_t room = 16;
    while (room < 4 * (size_t)count) room *= 2;
    uint64_t *seen = calloc(room, sizeof(*seen));
    for (int number = 0; number < count; number++) {
        int guess = list ? list[number] : number, sizes[MOST_ANSWERS] = {0}, low = size, squares = 0, largest = 0;
        for (int at = 0; at < size; at++) sizes[rows[at][guess]]++;
        for (int one = 0; one < answers; one++)
            if (one != cracked) {
                low += least[sizes[one]];
                squares += sizes[one] * sizes[one];
                if (sizes[one] > largest) largest = sizes[one];
            }
        if (low >= limit || largest == size) continue;
        /* The parts in the order of their first codes, whatever their answers are. */
        int8_t part[MOST_ANSWERS];
        int parts = 1;
        uint64_t hash = 14695981039346656037u;
        memset(part, -1, sizeof(part));
        part[cracked] = 0;
        for (int at = 0; at < size; at++) {
            int one = rows[at][guess];
            if (part[one] < 0) part[one] = (int8_t)parts++;
            hash = (hash ^ (uint64_t)part[one]) * 1099511628211u;
        }
        hash |= 1;
        size_t at = (hash >> 20) & (room - 1);
        while (seen[at] && seen[at] != hash) at = (at + 1) & (room - 1);
        if (seen[at]) continue;
        seen[at] = hash;
        found[candidates++] = (Candidate){low, squares, guess};
    }
    free(seen);
    free(rows);
    qsort(found, (size_t)candidates, sizeof(Candidate), by_bound);
    return candidates;
}

/* The groups that a guess leaves, the smallest first, one after the other in `room`; their number. */
static int split(const uint16_t *group, int size, int guess, uint16_t *room, int *starts, int *sizes, int *which) {
    const uint8_t *row = by_guess + (size_t)guess * codes;
    int count[MOST_ANSWERS] = {0}, parts = 0, at[MOST_ANSWERS], start = 0;
    for (int one = 0; one < size; one++) count[row[group[one]]]++;
    for (int one = 0; one < answers; one++)
        if (count[one] && one != cracked) {
            int place = parts++;
            while (place > 0 && count[which[place - 1]] > count[one]) which[place] = which[place - 1], place--;
            which[place] = one;
        }
    for (int part = 0; part < parts; part++) {
        at[which[part]] = starts[part] = start;
        sizes[part] = count[which[part]];
        start += sizes[part];
    }
    for (int one = 0; one < size; one++)
        if (row[group[one]] != cracked) room[at[row[group[one]]]++] = group[one];
    return parts;
}

static int searched(const uint16_t *group, int size, int limit, int bound, const int *before, int depth, int *guess) {
    Candidate *candidates = malloc((size_t)guesses * sizeof(*candidates));
    uint16_t *room = malloc((size_t)size * sizeof(*room));
    int count = promising(group, size, limit, before, depth, candidates), best = limit;
    int then[16];
    memcpy(then, before, (size_t)depth * sizeof(int));
    *guess = -1;
    for (int number = 0; number < count && candidates[number].low < best && best > bound; number++) {
        int starts[MOST_ANSWERS], sizes[MOST_ANSWERS], which[MOST_ANSWERS], bounds[MOST_ANSWERS];
        int parts = split(group, size, candidates[number].guess, room, starts, sizes, which), sum = candidates[number].low;
        then[depth] = candidates[number].guess;
        for (int deep = 0; deep < 2; deep++)
            for (int part = 0; part < parts && sum < best; part++) {
                int low = deep ? bounds[part] : least[sizes[part]];
                if (!deep) bounds[part] = low;
                if (deep && sizes[part] <= answers) continue;
                bounds[part] = bound_of(room + starts[part], sizes[part], deep);
                sum += bounds[part] - low;
            }
        for (int part = 0; part < parts && sum < best; part++) {
            int found, low = bounds[part];
            sum += total(room + starts[part], sizes[part], best - sum + low, then, depth + 1, &found) - low;
        }
        if (sum < best) {
            best = sum;
            *guess = candidates[number].guess;
        }
    }
    free(candidates);
    free(room);
    return *guess < 0 && best < bound ? bound : best;
}

/* The least total of a group, and the first guess for it. Where the total is not below `limit`: a bound from `limit` on, and -1. */
static int total(const uint16_t *group, int size, int limit, const int *before, int depth, int *guess) {
    *guess = guess_of_code[group[0]];
    if (size <= 2) return 2 * size - 1;
    bound_of(group, size, 0);
    Known *entry = known(group, size);
    int bound = entry->bound;
    *guess = entry->guess;
    if (*guess >= 0 || bound >= limit) return bound;
    bound = searched(group, size, limit, bound, before, depth, guess);
    entry = known(group, size);
    if (bound > entry->bound || *guess >= 0) {
        entry->bound = bound;
        entry->guess = (int16_t)*guess;
    }
    return bound;
}

static void follow(const uint16_t *group, int size, const int *before, int depth, char *path) {
    int guess, parts, starts[MOST_ANSWERS], sizes[MOST_ANSWERS], which[MOST_ANSWERS], then[16];
    if (size <= answers && closing(group, size, &parts) >= 0) return;
    total(group, size, INT_MAX, before, depth, &guess);
    memcpy(then, before, (size_t)depth * sizeof(int));
    then[depth] = guess;
    printf("%.*s", depth, path);
    for (int place = 0; place < pegs; place++) putchar('A' + guess_pegs[guess][place]);
    putchar('\n');
    uint16_t *room = malloc((size_t)size * sizeof(*room));
    parts = split(group, size, guess, room, starts, sizes, which);
    for (int one = 0; one < answers; one++)
        for (int part = 0; part < parts; part++)
            if (which[part] == one) {
                path[depth] = (char)('a' + one);
                follow(room + starts[part], sizes[part], then, depth + 1, path);
            }
    free(room);
}

static void permute(int place, int *order) {
    if (place == pegs) {
        memcpy(permutations[permuted++], order, sizeof(permutations[0]));
        return;
    }
    for (int one = 0; one < pegs; one++) {
        int used = 0;
        for (int other = 0; other < place; other++) used |= order[other] == one;
        if (used) continue;
        order[place] = one;
        permute(place + 1, order);
    }
}

int main(int count, char **given) {
    int order[MOST_PEGS] = {0}, guess;
    if (count != 6) return 2;
    colours = atoi(given[1]);
    pegs = atoi(given[2]);
    int limit = atoi(given[5]) ? atoi(given[5]) + 1 : INT_MAX;
    codes = every_row(atoi(given[3]), &code_pegs);
    guesses = every_row(atoi(given[4]), &guess_pegs);
    answers = (pegs + 1) * (pegs + 2) / 2 - 1;
    cracked = answer_number(pegs, 0);
    by_guess = malloc((size_t)guesses * codes);
    by_code = malloc((size_t)guesses * codes);
    guess_of_code = malloc((size_t)codes * sizeof(int));
    codes_key = malloc((size_t)codes * sizeof(*codes_key));
    codes_check = malloc((size_t)codes * sizeof(*codes_check));
    uint64_t state = 88172645463325252u;
    for (int code = 0; code < codes; code++) {
        for (int one = 0; one < guesses; one++) {
            uint8_t made = (uint8_t)answer(code_pegs[code], guess_pegs[one]);
            by_guess[(size_t)one * codes + code] = by_code[(size_t)code * guesses + one] = made;
            if (!memcmp(code_pegs[code], guess_pegs[one], (size_t)pegs)) guess_of_code[code] = one;
        }
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        codes_key[code] = state;
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        codes_check[code] = (uint32_t)(state >> 16);
    }
    find_least();
    permute(0, order);
    grow();
    uint16_t *every = malloc((size_t)codes * sizeof(*every));
    for (int code = 0; code < codes; code++) every[code] = (uint16_t)code;
    int sum = total(every, codes, limit, NULL, 0, &guess);
    printf("%d\n", guess < 0 ? 0 : sum);
    char path[64];
    if (guess >= 0) follow(every, codes, NULL, 0, path);
    return 0;
}
