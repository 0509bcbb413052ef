/* Sprouts: canonical forms of positions, and all options of a position.

   A position is a list of regions, a region a list of boundaries, and a boundary the vertices that one meets on the way
   around it. Vertices that can take no more line are left out. 0 is a vertex without lines (three lives), 1 one with one
   line (two lives), 2 one with two lines that is met once (one life). Any other byte from 'A' on names a vertex with two
   lines that is met twice. Between boundaries stands '.', between regions '/' (Applegate, Jacobson, Sleator 1991;
   Lemoine, Viennot 2010).

   What cannot matter is taken away: regions with fewer than two lives, as no line can be drawn there; the second of two
   equal neighbours in a boundary; the order of all vertices of a region with two or three lives, as any two lines can be
   drawn there, and no more. Regions without common vertices fall apart into lands, which are a sum.

   The form of a land is found by colours. All vertices that are met twice begin with the same colour, and are coloured
   again by what is around them (the boundary read from there, and the region), in both directions, until no colour
   divides. A colour that several vertices still share is divided by hand. Colours are hashes, so that equal forms are
   equal games, while equal games have mostly, not always, equal forms. */
#include "sprague.h"

enum { VERTICES = 480, BOUNDARIES = 320, REGIONS = 320, NAMES = 256 };
enum { MOVE = 4, SHARED = 192 }; /* words that tell a move; boundaries whose sides are told */

typedef uint64_t Hash;

typedef struct {
    uint8_t at[VERTICES]; /* the vertices, boundary after boundary */
    int start[BOUNDARIES + 1]; /* of each boundary, and the end of the last */
    int region[BOUNDARIES]; /* in ascending order */
    int boundaries, regions;
} Position;

static bool named(uint8_t vertex)
{
    return vertex > '2';
}

static int lives(uint8_t vertex)
{
    return vertex == '0' ? 3 : vertex == '1' ? 2 : 1;
}

static Hash mix(Hash x)
{
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/* Building a position. False where it has no more room. */

static void clear(Position *p)
{
    p->boundaries = p->regions = 0;
    p->start[0] = 0;
}

static bool open_boundary(Position *p)
{
    if (p->boundaries == BOUNDARIES || p->regions == REGIONS)
        return false;
    p->region[p->boundaries] = p->regions;
    p->start[p->boundaries + 1] = p->start[p->boundaries];
    p->boundaries++;
    return true;
}

static bool add(Position *p, uint8_t vertex)
{
    int *end = &p->start[p->boundaries];
    if (*end == VERTICES)
        return false;
    p->at[(*end)++] = vertex;
    return true;
}

static void close_boundary(Position *p)
{
    if (p->start[p->boundaries] == p->start[p->boundaries - 1])
        p->boundaries--;
}

static bool read(Position *p, const uint8_t *text, int64_t size)
{
    clear(p);
    if (!open_boundary(p))
        return false;
    for (int64_t i = 0; i < size; i++) {
        if (text[i] == '.' || text[i] == '/') {
            close_boundary(p);
            p->regions += text[i] == '/';
            if (!open_boundary(p))
                return false;
        } else if (!add(p, text[i])) {
            return false;
        }
    }
    close_boundary(p);
    p->regions++;
    return true;
}

/* Taking away what cannot matter. */

static void without_dead_regions(const Position *from, Position *to)
{
    clear(to);
    for (int b = 0, next; b < from->boundaries; b = next) {
        bool met[NAMES] = {false};
        int living = 0;
        for (next = b; next < from->boundaries && from->region[next] == from->region[b]; next++)
            for (int i = from->start[next]; i < from->start[next + 1]; i++) {
                const uint8_t v = from->at[i];
                living += named(v) && met[v] ? 0 : lives(v);
                met[v] = true;
            }
        if (living < 2)
            continue;
        for (int c = b; c < next; c++) {
            open_boundary(to);
            for (int i = from->start[c]; i < from->start[c + 1]; i++)
                add(to, from->at[i]);
        }
        to->regions++;
    }
}

static void count_names(const Position *p, int *count)
{
    fill(count, 0, NAMES * sizeof *count);
    for (int i = 0; i < p->start[p->boundaries]; i++)
        count[p->at[i]]++;
}

static void simplify(const Position *from, Position *to)
{
    int count[NAMES];
    count_names(from, count);
    clear(to);
    for (int b = 0, next; b < from->boundaries; b = next) {
        uint8_t own[NAMES] = {0};
        int living = 0;
        for (next = b; next < from->boundaries && from->region[next] == from->region[b]; next++)
            for (int i = from->start[next]; i < from->start[next + 1]; i++) {
                const uint8_t v = from->at[i];
                living += named(v) && own[v] ? 0 : lives(v);
                own[v]++;
            }
        if (living <= 3) {
            open_boundary(to);
            for (int i = from->start[b]; i < from->start[next]; i++) {
                const uint8_t v = from->at[i];
                if (!named(v)) {
                    for (int life = lives(v); life > 0; life--)
                        add(to, '2');
                } else if (own[v] == 2) {
                    own[v] = 0;
                    add(to, '2');
                } else if (own[v] == 1) {
                    add(to, count[v] == 1 ? '2' : v);
                }
            }
            to->regions++;
            continue;
        }
        for (int c = b; c < next; c++) {
            const int first = from->start[c], length = from->start[c + 1] - first;
            open_boundary(to);
            for (int i = 0; i < length; i++) {
                const uint8_t v = from->at[first + i], behind = from->at[first + (i + 1) % length];
                const uint8_t before = from->at[first + (i + length - 1) % length];
                if (!named(v))
                    add(to, v);
                else if (count[v] == 1 || (length > 1 && v == behind && !(length == 2 && i == 1)))
                    add(to, '2');
                else if (!(length > 1 && v == before))
                    add(to, v);
            }
            close_boundary(to);
        }
        to->regions++;
    }
}

/* Lands: regions that share vertices. */

static int root(int *above, int region)
{
    while (above[region] != region)
        region = above[region] = above[above[region]];
    return region;
}

static int find_lands(const Position *p, int *land)
{
    int above[REGIONS], home[NAMES], number[REGIONS], lands = 0;
    for (int r = 0; r < p->regions; r++)
        above[r] = r, number[r] = -1;
    fill(home, 0xFF, sizeof home);
    for (int b = 0; b < p->boundaries; b++)
        for (int i = p->start[b]; i < p->start[b + 1]; i++) {
            const uint8_t v = p->at[i];
            if (named(v) && home[v] >= 0)
                above[root(above, home[v])] = root(above, p->region[b]);
            home[v] = p->region[b];
        }
    for (int r = 0; r < p->regions; r++) {
        const int top = root(above, r);
        if (number[top] < 0)
            number[top] = lands++;
        land[r] = number[top];
    }
    return lands;
}

/* Colours. */

static const Hash BASE = 0x9E3779B97F4A7C15u;

/* What is read around boundary b from each of its places, forwards or backwards; returns the least of these. */
static Hash around(const Position *p, int b, const Hash *colour, int way, Hash *from_place)
{
    const int first = p->start[b], length = p->start[b + 1] - first;
    Hash read_on = 0, power = 1, least = ~(Hash)0;
    for (int k = 0; k < length; k++) {
        const int i = way > 0 ? k : (length - k) % length;
        read_on = read_on * BASE + colour[p->at[first + i]];
        power *= k ? BASE : 1;
    }
    for (int k = 0; k < length; k++) {
        const int i = way > 0 ? k : (length - k) % length;
        from_place[first + i] = read_on;
        if (read_on < least)
            least = read_on;
        read_on = (read_on - colour[p->at[first + i]] * power) * BASE + colour[p->at[first + i]];
    }
    return least;
}

typedef struct {
    Hash colour[NAMES];
    Hash ahead[VERTICES], back[VERTICES]; /* what is read from each place */
    Hash least_ahead[BOUNDARIES], least_back[BOUNDARIES];
    Hash region_ahead[REGIONS], region_back[REGIONS], region[REGIONS];
} Colours;

static void read_around(const Position *p, Colours *c)
{
    for (int r = 0; r < p->regions; r++)
        c->region_ahead[r] = c->region_back[r] = 0;
    for (int b = 0; b < p->boundaries; b++) {
        c->least_ahead[b] = around(p, b, c->colour, 1, c->ahead);
        c->least_back[b] = around(p, b, c->colour, -1, c->back);
        c->region_ahead[p->region[b]] += mix(c->least_ahead[b]);
        c->region_back[p->region[b]] += mix(c->least_back[b]);
    }
    for (int r = 0; r < p->regions; r++) {
        const Hash one = c->region_ahead[r], other = c->region_back[r];
        c->region[r] = one < other ? mix(one) + (mix(other) << 1) : mix(other) + (mix(one) << 1);
    }
}

static int distinct(const Hash *colour, const uint8_t *names, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < i && colour[names[k]] != colour[names[i]])
            k++;
        found += k == i;
    }
    return found;
}

static void refine(const Position *p, Colours *c, const uint8_t *names, int count)
{
    int classes = distinct(c->colour, names, count);
    read_around(p, c);
    while (classes < count) {
        Hash fresh[NAMES];
        for (int i = 0; i < count; i++)
            fresh[names[i]] = mix(c->colour[names[i]]);
        for (int b = 0; b < p->boundaries; b++)
            for (int i = p->start[b]; i < p->start[b + 1]; i++)
                if (named(p->at[i]))
                    fresh[p->at[i]] += mix(mix(c->ahead[i]) + c->region_ahead[p->region[b]])
                        + mix(mix(c->back[i]) + c->region_back[p->region[b]]);
        for (int i = 0; i < count; i++)
            c->colour[names[i]] = fresh[names[i]];
        read_around(p, c);
        const int now = distinct(c->colour, names, count);
        if (now > classes) {
            classes = now;
            continue;
        }
        /* Divide the least colour that several vertices share. */
        int chosen = -1;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < i; k++)
                if (c->colour[names[i]] == c->colour[names[k]]
                    && (chosen < 0 || c->colour[names[i]] < c->colour[chosen]))
                    chosen = names[i];
        c->colour[chosen] = mix(c->colour[chosen] + 1);
        classes = distinct(c->colour, names, count);
        read_around(p, c);
    }
}

static void sort(int *order, int count, const Hash *key, const int *length)
{
    for (int i = 1; i < count; i++) {
        const int one = order[i];
        int k = i;
        for (; k > 0; k--) {
            const int other = order[k - 1];
            const int longer = length ? length[other] - length[one] : 0;
            if (longer < 0 || (longer == 0 && key[other] <= key[one]))
                break;
            order[k] = other;
        }
        order[k] = one;
    }
}

/* Writes the form of a land; returns its length, or -1 where there is no room. */
static int64_t write_land(const Position *p, uint8_t *out, int64_t room)
{
    Colours c;
    uint8_t names[NAMES], name[NAMES] = {0}, next = 'A';
    int count = 0, region_order[REGIONS], length[BOUNDARIES];
    int64_t size = 0;
    for (int i = 0; i < p->start[p->boundaries]; i++) {
        const uint8_t v = p->at[i];
        c.colour[v] = v - '0' + 1;
        if (named(v) && !name[v])
            name[names[count++] = v] = 1;
    }
    for (int i = 0; i < count; i++)
        c.colour[names[i]] = 0x1234567, name[names[i]] = 0;
    refine(p, &c, names, count);
    for (int r = 0; r < p->regions; r++)
        region_order[r] = r;
    for (int b = 0; b < p->boundaries; b++)
        length[b] = p->start[b + 1] - p->start[b];
    sort(region_order, p->regions, c.region, NULL);
    for (int k = 0; k < p->regions; k++) {
        const int r = region_order[k];
        const bool ahead = c.region_ahead[r] <= c.region_back[r];
        int order[BOUNDARIES], own = 0;
        for (int b = 0; b < p->boundaries; b++)
            if (p->region[b] == r)
                order[own++] = b;
        sort(order, own, ahead ? c.least_ahead : c.least_back, length);
        for (int j = 0; j < own; j++) {
            const int b = order[j], first = p->start[b];
            const Hash *from = (ahead ? c.ahead : c.back) + first, least = (ahead ? c.least_ahead : c.least_back)[b];
            int i = 0;
            while (from[i] != least)
                i++;
            if (size + length[b] + 1 > room)
                return -1;
            if (size)
                out[size++] = j ? '.' : '/';
            for (int step = 0; step < length[b]; step++) {
                const uint8_t v = p->at[first + (ahead ? i + step : i + length[b] - step) % length[b]];
                if (named(v) && !name[v]) {
                    next += next == '|';
                    name[v] = next++;
                }
                out[size++] = named(v) ? name[v] : v;
            }
        }
    }
    return size;
}

static int compare(const uint8_t *one, int64_t one_size, const uint8_t *other, int64_t other_size)
{
    for (int64_t i = 0; i < one_size && i < other_size; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return one_size < other_size ? -1 : one_size > other_size;
}

/* Writes the forms of the lands of a position, in ascending order with '|' between them. Returns the length, or -1
   where there is no room. */
static int64_t write_forms(const Position *raw, uint8_t *out, int64_t room)
{
    Position live, p, land;
    int of[REGIONS];
    uint8_t text[VERTICES + BOUNDARIES];
    int64_t size = 0;
    without_dead_regions(raw, &live);
    simplify(&live, &p);
    const int lands = find_lands(&p, of);
    for (int number = 0; number < lands; number++) {
        clear(&land);
        for (int b = 0, last = -1; b < p.boundaries; b++) {
            if (of[p.region[b]] != number)
                continue;
            land.regions += last >= 0 && last != p.region[b];
            last = p.region[b];
            open_boundary(&land);
            for (int i = p.start[b]; i < p.start[b + 1]; i++)
                add(&land, p.at[i]);
        }
        land.regions++;
        const int64_t length = write_land(&land, text, sizeof text);
        if (length < 0 || size + length + 1 > room)
            return -1;
        /* Insert it before the first land that is larger. */
        int64_t place = 0;
        while (place < size) {
            int64_t end = place;
            while (end < size && out[end] != '|')
                end++;
            if (compare(text, length, out + place, end - place) < 0)
                break;
            place = end + 1;
        }
        if (place >= size) {
            if (size)
                out[size++] = '|';
            copy(out + size, text, (size_t)length);
        } else {
            __builtin_memmove(out + place + length + 1, out + place, (size_t)(size - place));
            copy(out + place, text, (size_t)length);
            out[place + length] = '|';
            size++;
        }
        size += length;
    }
    return size;
}

/* Writes the forms of the lands of a position; see write_forms. */
EXPORT int64_t NAME(sprouts_forms)(const uint8_t *text, int64_t size, uint8_t *out, int64_t room)
{
    Position p;
    CHECK(read(&p, text, size));
    const int64_t written = write_forms(&p, out, room);
    return written < 0 ? SPRAGUE_NO_ROOM : written;
}

/* Options. */

typedef struct {
    const Position *p;
    uint8_t fresh[3]; /* names that the position does not use: two joined vertices, and the new one */
    uint8_t *out;
    int64_t size, room;
    uint64_t *moves; /* of the options that are written: places, and the boundaries inside */
    int64_t told, most;
    int64_t met, skipped; /* options met in this run, and those of earlier runs among them */
    bool full; /* the room ended this run */
} Options;

/* The joined vertex as it is met behind the new line (a leaf is met twice then), and the one that dies. */
static uint8_t joined(uint8_t vertex, uint8_t fresh)
{
    return vertex == '0' ? '1' : vertex == '1' ? fresh : 0;
}

static bool add_living(Position *to, uint8_t vertex, uint8_t dead, uint8_t dead_too)
{
    return vertex == 0 || vertex == dead || vertex == dead_too || add(to, vertex);
}

static bool add_boundary(Position *to, const Position *p, int b, uint8_t dead, uint8_t dead_too)
{
    if (!open_boundary(to))
        return false;
    for (int i = p->start[b]; i < p->start[b + 1]; i++)
        if (!add_living(to, p->at[i], dead, dead_too))
            return false;
    close_boundary(to);
    return true;
}

/* Adds the vertices of boundary b from behind place i up to before place j, around its end if `around_end`. */
static bool add_between(Position *to, const Position *p, int b, int i, int j, bool around_end, uint8_t dead,
                        uint8_t dead_too)
{
    const int first = p->start[b], length = p->start[b + 1] - first;
    const int count = around_end ? j - i - 1 + length : j - i - 1;
    for (int k = 1; k <= count; k++)
        if (!add_living(to, p->at[first + (i + k) % length], dead, dead_too))
            return false;
    return true;
}

static bool add_other_regions(Position *to, const Position *p, int region, uint8_t dead, uint8_t dead_too)
{
    for (int b = 0, last = -1; b < p->boundaries; b++) {
        if (p->region[b] == region)
            continue;
        to->regions += last != p->region[b];
        last = p->region[b];
        if (!add_boundary(to, p, b, dead, dead_too))
            return false;
    }
    to->regions++;
    return true;
}

/* Writes an option, and the move to it: it joins the vertices at places i and j, and some boundaries go `inside`. */
static bool emit(Options *o, const Position *option, int i, int j, const bool *inside)
{
    const int64_t written =
        o->told < o->most ? write_forms(option, o->out + o->size, o->room - o->size - 1) : -1;
    if (written < 0) {
        o->full = true;
        return false;
    }
    uint64_t *move = o->moves + MOVE * o->told++;
    move[0] = (uint64_t)i << 32 | (uint64_t)j;
    move[1] = move[2] = move[3] = 0;
    for (int b = 0; inside && b < o->p->boundaries && b < SHARED; b++)
        move[1 + b / 64] |= (uint64_t)inside[b] << b % 64;
    o->met++;
    o->size += written;
    o->out[o->size++] = '\n';
    return true;
}

static bool same_boundary(const Position *p, int a, int b)
{
    const int length = p->start[a + 1] - p->start[a];
    if (p->start[b + 1] - p->start[b] != length)
        return false;
    for (int i = 0; i < length; i++)
        if (p->at[p->start[a] + i] != p->at[p->start[b] + i] || named(p->at[p->start[a] + i]))
            return false;
    return true;
}

/* Whether an earlier run has written the next option. */
static bool skip(Options *o)
{
    if (o->met >= o->skipped)
        return false;
    o->met++;
    return true;
}

/* Joins place i of boundary a with place j of boundary b: the two become one. */
static bool join_two(Options *o, int a, int i, int b, int j)
{
    if (skip(o))
        return true;
    const Position *p = o->p;
    const uint8_t x = p->at[p->start[a] + i], y = p->at[p->start[b] + j];
    const uint8_t dead = named(x) ? x : 0, dead_too = named(y) ? y : 0;
    const uint8_t x_after = joined(x, o->fresh[0]), y_after = joined(y, o->fresh[1]), z = o->fresh[2];
    const int a_length = p->start[a + 1] - p->start[a], b_length = p->start[b + 1] - p->start[b];
    Position to;
    clear(&to);
    bool fits = open_boundary(&to);
    fits = fits && add_living(&to, x_after, 0, 0) && add(&to, z) && add_living(&to, y_after, 0, 0);
    fits = fits && add_between(&to, p, b, j, j, true, dead, dead_too) && b_length;
    fits = fits && (y == '0' || add_living(&to, y_after, 0, 0)) && add(&to, z);
    fits = fits && (x == '0' || add_living(&to, x_after, 0, 0));
    fits = fits && add_between(&to, p, a, i, i, true, dead, dead_too) && a_length;
    for (int c = 0; fits && c < p->boundaries; c++)
        if (p->region[c] == p->region[a] && c != a && c != b)
            fits = add_boundary(&to, p, c, dead, dead_too);
    return fits && add_other_regions(&to, p, p->region[a], dead, dead_too)
        && emit(o, &to, p->start[a] + i, p->start[b] + j, NULL);
}

/* Joins places i <= j of boundary a: the region falls into two. `inside` says for each other boundary of the region
   whether it is in the first of these. */
static bool join_one(Options *o, int a, int i, int j, const bool *inside)
{
    if (skip(o))
        return true;
    const Position *p = o->p;
    const uint8_t x = p->at[p->start[a] + i], y = p->at[p->start[a] + j], z = o->fresh[2];
    const uint8_t dead = named(x) ? x : 0, dead_too = named(y) ? y : 0;
    /* A vertex joined to itself takes two lines: it is met on both sides, or it is dead. */
    const uint8_t x_after = i == j ? (x == '0' ? o->fresh[0] : 0) : joined(x, o->fresh[0]);
    const uint8_t y_after = i == j ? 0 : joined(y, o->fresh[1]);
    Position to;
    clear(&to);
    for (int side = 0; side < 2; side++) {
        bool fits = open_boundary(&to) && add_living(&to, x_after, 0, 0);
        if (side == 0)
            fits = fits && (i == j || add_between(&to, p, a, i, j, false, dead, dead_too));
        else
            fits = fits && add(&to, z);
        fits = fits && (side == 1 || (add_living(&to, y_after, 0, 0) && add(&to, z)));
        if (side == 1)
            fits = fits && add_living(&to, y_after, 0, 0) && add_between(&to, p, a, j, i, true, dead, dead_too);
        for (int c = 0; fits && c < p->boundaries; c++)
            if (p->region[c] == p->region[a] && c != a && inside[c] == (side == 0))
                fits = add_boundary(&to, p, c, dead, dead_too);
        if (!fits)
            return false;
        to.regions++;
    }
    to.regions--;
    return add_other_regions(&to, p, p->region[a], dead, dead_too)
        && emit(o, &to, p->start[a] + i, p->start[a] + j, inside);
}

/* The ways to share the other boundaries of a region between two: of equal ones only their number counts. Goes on to
   the next way; false after the last. */
static bool next_sharing(const Position *p, int a, bool *inside)
{
    for (int c = 0; c < p->boundaries; c++) {
        if (p->region[c] != p->region[a] || c == a)
            continue;
        if (inside[c]) {
            inside[c] = false;
            continue;
        }
        /* Of equal boundaries the later ones go inside first. */
        bool may = true;
        for (int later = c + 1; later < p->boundaries; later++)
            if (later != a && p->region[later] == p->region[a] && !inside[later] && same_boundary(p, c, later))
                may = false;
        if (may) {
            inside[c] = true;
            return true;
        }
    }
    return false;
}

/* Emits all options; false where one has no room. */
static bool each_option(Options *o)
{
    const Position *p = o->p;
    for (int a = 0; a < p->boundaries; a++) {
        const int length = p->start[a + 1] - p->start[a];
        const uint8_t *at = p->at + p->start[a];
        for (int b = a + 1; b < p->boundaries && p->region[b] == p->region[a]; b++)
            for (int i = 0; i < length; i++)
                for (int j = 0; j < p->start[b + 1] - p->start[b]; j++)
                    if (!join_two(o, a, i, b, j))
                        return false;
        bool again = false;
        for (int b = 0; b < a; b++)
            again |= p->region[b] == p->region[a] && same_boundary(p, a, b);
        for (int i = 0; !again && i < length; i++)
            for (int j = i; j < length; j++) {
                if ((i == j && at[i] > '1') || (i < j && at[i] == at[j] && named(at[i])))
                    continue;
                bool inside[BOUNDARIES] = {false};
                do
                    if (!join_one(o, a, i, j, inside))
                        return false;
                while (next_sharing(p, a, inside));
            }
    }
    return true;
}

/* Writes options of a position, each as the forms of its lands, with a newline behind it; an option may come several
   times. `moves` gets four words for each: the two places in the text (separators are not counted) that the move joins,
   and a bit for each boundary that goes inside. `run` has the number of options that earlier runs have written, to
   which this run adds its own, and whether these were all. Returns the length; a run ends where the next option has no
   room. */
EXPORT int64_t NAME(sprouts_options)(const uint8_t *text, int64_t size, uint8_t *out, int64_t room, uint64_t *moves,
                                     int64_t words, int64_t *run, int64_t two)
{
    Position p;
    CHECK(two == 2 && room >= 4 * VERTICES && words >= MOVE && read(&p, text, size));
    int count[NAMES];
    count_names(&p, count);
    Options o = {.p = &p, .out = out, .room = room, .moves = moves, .most = words / MOVE, .skipped = run[0]};
    for (int name = 'A', found = 0; found < 3; name++) {
        CHECK(name < NAMES);
        if (name != '|' && !count[name])
            o.fresh[found++] = (uint8_t)name;
    }
    const bool all = each_option(&o);
    CHECK(all || (o.full && o.size));
    run[0] = o.met;
    run[1] = all;
    return o.size;
}
