/* Products, determinisation and minimisation of automata, and the shortest accepted word. */
#include "automata.h"

/* Writes, for each letter over some tracks, the letter over some of these that it contains. powers[i] is that power of
   `digits` which belongs to the i-th track wanted. */
EXPORT int64_t NAME(automata_letters)(int64_t digits, const int64_t *powers, int64_t tracks, int32_t *letters,
                                      int64_t count)
{
    CHECK(digits > 0);
    for (int64_t i = 0; i < tracks; i++)
        CHECK(powers[i] > 0);
    for (int64_t code = 0; code < count; code++) {
        int64_t letter = 0;
        for (int64_t i = 0; i < tracks; i++)
            letter = letter * digits + code / powers[i] % digits;
        letters[code] = (int32_t)letter;
    }
    return SPRAGUE_DONE;
}

/* How far an automaton is built: the states met (0: not begun), the states whose rows are complete, the states that are
   in the index, and for sets of states the numbers in the pool and a stamp. The states met are numbered in the order
   in which they are met, from the start on. Rows are written again after SPRAGUE_FULL, with the same result. */
typedef struct {
    int64_t met, complete, indexed, used, stamp;
} Building;

enum { BUILDING = sizeof(Building) / sizeof(int64_t) };

static inline bool fits(int64_t cells, int64_t states, int64_t letters, int64_t slots)
{
    return states >= 2 && letters > 0 && cells == states * letters && is_index(slots, states);
}

static inline bool is_begun(const Building *now, int64_t most)
{
    return now->met >= 0 && now->met <= most && now->complete <= now->met && now->indexed <= now->met;
}

/* Builds the automaton that runs `a` and `b` side by side, for about `budget` letters. `a` reads letter l as
   letters_a[l]. `choice` says whether to accept, by 2 * (whether `a` accepts) + (whether `b` does); choice[0] is 0.
   If the dead state of one decides the result, the pair is state 0. pairs[s] is the pair that state s stands for. */
EXPORT int64_t NAME(automata_product)(const int32_t *delta_a, int64_t cells_a, const uint8_t *accept_a, int64_t states_a,
                                      int64_t start_a, const int32_t *letters_a, int64_t count_a, const int32_t *delta_b,
                                      int64_t cells_b, const uint8_t *accept_b, int64_t states_b, int64_t start_b,
                                      const int32_t *letters_b, int64_t count_b, const uint8_t *choice, int64_t choices,
                                      int32_t *delta, int64_t cells, uint8_t *accept, int64_t most, uint64_t *pairs,
                                      int64_t most_pairs, int32_t *slots, int64_t size, int64_t *building, int64_t fields,
                                      int64_t budget)
{
    const Automaton a = automaton_of(delta_a, cells_a, accept_a, states_a, start_a);
    const Automaton b = automaton_of(delta_b, cells_b, accept_b, states_b, start_b);
    const int64_t letters = count_a;
    CHECK(is_automaton(&a, cells_a) && is_automaton(&b, cells_b) && count_b == letters && choices == 4 && !choice[0]);
    CHECK(fits(cells, most, letters, size) && most_pairs == most && fields == BUILDING);
    Building *now = (Building *)building;
    CHECK(is_begun(now, most));
    const Index index = index_of(slots, size);
    const bool needs_a = !choice[1], needs_b = !choice[2];
#define IS_DEAD(p, q) (((p) == 0 && (needs_a || (q) == 0)) || ((q) == 0 && needs_b))
    if (now->met == 0) {
        pairs[0] = accept[0] = 0;
        fill(delta, 0, (size_t)letters * sizeof *delta);
        *now = (Building){1, 1, 1, 0, 0};
        if (IS_DEAD(start_a, start_b))
            return SPRAGUE_DONE;
        pairs[now->met++] = (uint64_t)start_a << 32 | (uint64_t)start_b;
    }
    for (; now->indexed < now->met; now->indexed++)
        enter(&index, pairs[now->indexed], now->indexed);
    for (; now->complete < now->met; now->complete++) {
        if (budget <= 0)
            return SPRAGUE_OUT_OF_BUDGET;
        budget -= letters;
        const int64_t state = now->complete, i = (int64_t)(pairs[state] >> 32), j = (int64_t)(uint32_t)pairs[state];
        const int32_t *row_a = a.delta + i * a.letters, *row_b = b.delta + j * b.letters;
        int32_t *row = delta + state * letters;
        accept[state] = choice[2 * (a.accept[i] != 0) + (b.accept[j] != 0)];
        for (int64_t letter = 0; letter < letters; letter++) {
            const uint32_t p = (uint32_t)row_a[letters_a[letter]], q = (uint32_t)row_b[letters_b[letter]];
            row[letter] = 0;
            if (IS_DEAD(p, q))
                continue;
            const uint64_t pair = (uint64_t)p << 32 | q;
            int64_t slot = slot_of(&index, pair);
            while (slots[slot] && pairs[slots[slot]] != pair)
                slot = next_slot(&index, slot);
            if (!slots[slot]) {
                if (now->met == most)
                    return SPRAGUE_FULL;
                pairs[now->met] = pair;
                slots[slot] = (int32_t)now->met;
                now->indexed = ++now->met;
            }
            row[letter] = slots[slot];
        }
    }
    return SPRAGUE_DONE;
#undef IS_DEAD
}

/* The digest of a set of states is the sum of those of its elements, for the order does not matter. */
static inline uint64_t mixed(uint64_t state)
{
    uint64_t x = (state + 1) * 0xBF58476D1CE4E5B9;
    return (x ^ x >> 29) * 0x94D049BB133111EB;
}

/* Builds the automaton of all the states in which `a` may be, for about `budget` steps; it starts in any of `starts`.
   groups[l] (letters by choices) holds the letters of `a` for which letter l stands. State s is the set
   pool[offsets[s]] … pool[offsets[s + 1] - 1]; stamps[i] says in which set state i was last. Ends with SPRAGUE_FULL,
   too, when the pool has no room for a set of all states. */
EXPORT int64_t NAME(automata_determinise)(const int32_t *delta_a, int64_t cells_a, const uint8_t *accept_a,
                                          int64_t states_a, const int32_t *starts, int64_t start_count,
                                          const int32_t *groups, int64_t grouped, int32_t *delta, int64_t cells,
                                          uint8_t *accept, int64_t most, int64_t *offsets, int64_t offset_count,
                                          int32_t *pool, int64_t room, int64_t *stamps, int64_t stamp_count,
                                          int32_t *slots, int64_t size, int64_t *building, int64_t fields, int64_t budget)
{
    const Automaton a = automaton_of(delta_a, cells_a, accept_a, states_a, 0);
    CHECK(is_automaton(&a, cells_a) && most >= 2 && cells % most == 0);
    const int64_t letters = cells / most;
    CHECK(fits(cells, most, letters, size) && offset_count == most + 1 && stamp_count == a.states && fields == BUILDING);
    CHECK(grouped == a.letters && grouped % letters == 0 && start_count <= a.states);
    const int64_t choices = grouped / letters;
    Building *now = (Building *)building;
    CHECK(is_begun(now, most));
    const Index index = index_of(slots, size);
    if (now->met == 0) {
        if (room < start_count)
            return SPRAGUE_FULL;
        accept[0] = 0;
        fill(delta, 0, (size_t)letters * sizeof *delta);
        offsets[0] = offsets[1] = 0;
        *now = (Building){1, 1, 1, start_count, 0};
        if (start_count == 0)
            return SPRAGUE_DONE;
        copy(pool, starts, (size_t)start_count * sizeof *pool);
        offsets[++now->met] = start_count;
    }
    for (; now->indexed < now->met; now->indexed++) {
        uint64_t digest = 0;
        for (int64_t i = offsets[now->indexed]; i < offsets[now->indexed + 1]; i++)
            digest += mixed((uint64_t)pool[i]);
        enter(&index, digest, now->indexed);
    }
    for (; now->complete < now->met; now->complete++) {
        if (budget <= 0)
            return SPRAGUE_OUT_OF_BUDGET;
        const int64_t state = now->complete, first = offsets[state], last = offsets[state + 1];
        budget -= letters + (last - first) * grouped;
        accept[state] = 0;
        for (int64_t i = first; i < last; i++)
            accept[state] |= a.accept[pool[i]] != 0;
        for (int64_t letter = 0; letter < letters; letter++) {
            const int32_t *group = groups + letter * choices;
            const int64_t stamp = ++now->stamp;
            int64_t end = now->used;
            uint64_t digest = 0;
            for (int64_t i = first; i < last; i++) {
                const int32_t *row = a.delta + pool[i] * a.letters;
                for (int64_t c = 0; c < choices; c++) {
                    const int32_t to = row[group[c]];
                    if (to == 0 || stamps[to] == stamp)
                        continue;
                    stamps[to] = stamp;
                    if (end == room)
                        return SPRAGUE_FULL;
                    pool[end++] = to;
                    digest += mixed((uint64_t)to);
                }
            }
            int32_t *into = &delta[state * letters + letter];
            *into = 0;
            if (end == now->used)
                continue;
            int64_t slot = slot_of(&index, digest);
            for (; slots[slot]; slot = next_slot(&index, slot)) {
                const int64_t other = slots[slot];
                int64_t i = offsets[other];
                if (offsets[other + 1] - i != end - now->used)
                    continue;
                while (i < offsets[other + 1] && stamps[pool[i]] == stamp)
                    i++;
                if (i == offsets[other + 1])
                    break;
            }
            if (!slots[slot]) {
                if (now->met == most)
                    return SPRAGUE_FULL;
                slots[slot] = (int32_t)now->met;
                now->indexed = ++now->met;
                offsets[now->met] = now->used = end;
            }
            *into = slots[slot];
        }
    }
    return SPRAGUE_DONE;
}

/* The states behind any number of zeros in front of a word, in whole turns of `turn` digits. `zeros` holds the letters
   that stand for a zero. Writes these states into `queue`, in order, and returns their number. A place is a state and
   a phase of the turn; `seen` and `queue` have room for all. */
EXPORT int64_t NAME(automata_behind_zeros)(const int32_t *delta, int64_t cells, const uint8_t *accept, int64_t states,
                                           int64_t start, const int32_t *zeros, int64_t count, int64_t turn,
                                           uint8_t *seen, int64_t places, int32_t *queue, int64_t room)
{
    const Automaton a = automaton_of(delta, cells, accept, states, start);
    CHECK(is_automaton(&a, cells) && turn > 0 && places == turn * states && room == places);
    int64_t end = 0, met = 0;
    if (start == 0)
        return 0;
    seen[start] = 1;
    queue[end++] = (int32_t)start;
    for (int64_t i = 0; i < end; i++) {
        const int64_t state = queue[i] % states, phase = (queue[i] / states + 1) % turn;
        for (int64_t c = 0; c < count; c++) {
            const int64_t to = step(&a, state, zeros[c]), place = phase * states + to;
            if (to && !seen[place]) {
                seen[place] = 1;
                queue[end++] = (int32_t)place;
            }
        }
    }
    for (int64_t s = 1; s < states; s++)
        if (seen[s])
            queue[met++] = (int32_t)s;
    return met;
}

/* How far a refinement has come: the classes of the last round (0: not begun), and in this round the states that have
   a class and the classes. */
typedef struct {
    int64_t classes, placed, fresh;
} Refining;

/* Finds which states accept the same words, by Moore's algorithm: two states of one class stay together as long as each
   letter leads from both into one class. Works for about `budget` letters. At the end classes[s] is the class of state
   s; that of state 0 is 0. */
EXPORT int64_t NAME(automata_refine)(const int32_t *delta, int64_t cells, const uint8_t *accept, int64_t states,
                                     int32_t *classes, int64_t class_count, int32_t *fresh, int64_t fresh_count,
                                     int32_t *slots, int64_t size, int64_t *refining, int64_t fields, int64_t budget)
{
    const Automaton a = automaton_of(delta, cells, accept, states, 0);
    CHECK(is_automaton(&a, cells) && !accept[0] && class_count == states && fresh_count == states);
    CHECK(is_index(size, states) && fields == sizeof(Refining) / sizeof(int64_t));
    Refining *now = (Refining *)refining;
    CHECK(0 <= now->placed && now->placed <= states && now->fresh <= now->placed);
    const Index index = index_of(slots, size);
    if (now->classes == 0) {
        *now = (Refining){1, 0, 0};
        for (int64_t s = 0; s < states; s++)
            if ((classes[s] = accept[s] != 0))
                now->classes = 2;
    }
    for (;;) {
        if (now->placed == 0) {
            fill(slots, 0, (size_t)size * sizeof *slots);
            now->fresh = 0;
        }
        for (; now->placed < states; now->placed++) {
            if (budget <= 0)
                return SPRAGUE_OUT_OF_BUDGET;
            budget -= a.letters;
            const int64_t s = now->placed;
            const int32_t *row = a.delta + s * a.letters;
            uint64_t digest = (uint64_t)classes[s];
            for (int64_t letter = 0; letter < a.letters; letter++)
                digest = (digest ^ digest >> 32 ^ (uint64_t)classes[row[letter]]) * 0xBF58476D1CE4E5B9;
            int64_t slot = slot_of(&index, digest ^ digest >> 32);
            for (; slots[slot]; slot = next_slot(&index, slot)) {
                const int64_t r = slots[slot] - 1;
                const int32_t *other = a.delta + r * a.letters;
                if (classes[r] != classes[s])
                    continue;
                int64_t letter = 0;
                while (letter < a.letters && classes[row[letter]] == classes[other[letter]])
                    letter++;
                if (letter == a.letters)
                    break;
            }
            if (slots[slot])
                fresh[s] = fresh[slots[slot] - 1];
            else {
                slots[slot] = (int32_t)s + 1;
                fresh[s] = (int32_t)now->fresh++;
            }
        }
        copy(classes, fresh, (size_t)states * sizeof *classes);
        const bool is_stable = now->fresh == now->classes || now->fresh == states;
        now->classes = now->fresh;
        now->placed = 0;
        if (is_stable)
            return SPRAGUE_DONE;
    }
}

/* Writes the automaton whose states are the classes, which reads letter l as `a` reads letters[l]. Its states are
   numbered in the order in which they are reached from the start. Returns how many there are. `smaller` and `accepting`
   have room for all classes; `numbers` and `members` serve the work. */
EXPORT int64_t NAME(automata_quotient)(const int32_t *delta, int64_t cells, const uint8_t *accept, int64_t states,
                                       int64_t start, const int32_t *letters, int64_t count, const int32_t *classes,
                                       int64_t class_count, int32_t *smaller, int64_t small_cells, uint8_t *accepting,
                                       int64_t most, int32_t *numbers, int64_t number_count, int32_t *members,
                                       int64_t member_count)
{
    const Automaton a = automaton_of(delta, cells, accept, states, start);
    CHECK(is_automaton(&a, cells) && class_count == states && most > 0 && small_cells == most * count);
    CHECK(number_count >= most && member_count >= most);
    for (int64_t s = 0; s < states; s++)
        CHECK(0 <= classes[s] && classes[s] < most);
    fill(numbers, 0xFF, (size_t)most * sizeof *numbers);
    fill(smaller, 0, (size_t)count * sizeof *smaller);
    accepting[0] = 0;
    numbers[0] = 0;
    int64_t met = 1;
    if (classes[start]) {
        numbers[classes[start]] = 1;
        members[met++] = (int32_t)start;
    }
    for (int64_t state = 1; state < met; state++) {
        const int64_t member = members[state];
        accepting[state] = accept[member] != 0;
        for (int64_t letter = 0; letter < count; letter++) {
            const int64_t to = step(&a, member, letters[letter]);
            int32_t *number = &numbers[classes[to]];
            if (*number < 0) {
                *number = (int32_t)met;
                members[met++] = (int32_t)to;
            }
            smaller[state * count + letter] = *number;
        }
    }
    return met;
}

/* Returns the state in which a shortest accepted word ends, or 0 if there is none. parents[s] and by[s] are the state
   before s and the letter that leads to s; parents[start] is the start itself. */
EXPORT int64_t NAME(automata_shortest)(const int32_t *delta, int64_t cells, const uint8_t *accept, int64_t states,
                                       int64_t start, int32_t *parents, int64_t parent_count, int32_t *by,
                                       int64_t by_count, int32_t *queue, int64_t room)
{
    const Automaton a = automaton_of(delta, cells, accept, states, start);
    CHECK(is_automaton(&a, cells) && parent_count == states && by_count == states && room == states);
    if (start == 0)
        return 0;
    fill(parents, 0xFF, (size_t)states * sizeof *parents);
    parents[start] = (int32_t)start;
    queue[0] = (int32_t)start;
    for (int64_t i = 0, end = 1; i < end; i++) {
        const int64_t state = queue[i];
        if (accept[state])
            return state;
        for (int64_t letter = 0; letter < a.letters; letter++) {
            const int64_t to = step(&a, state, letter);
            if (to && parents[to] < 0) {
                parents[to] = (int32_t)state;
                by[to] = (int32_t)letter;
                queue[end++] = (int32_t)to;
            }
        }
    }
    return 0;
}
